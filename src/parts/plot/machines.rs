//! The data of a plot for machines.

use serde_json::Value;

use crate::core::language::exact;
use crate::report::{Chart, ChartData, Facts, Numbers, Observed, Row, Series, facts_of};

/// The curves with their rows, or the values of a plane, as JSON and records.
#[derive(Debug)]
pub(super) struct Plot;

impl ChartData for Plot {
    fn json(&self, chart: &Chart) -> Facts {
        let mut facts = facts_of([("x", name(&chart.x.name)), ("y", name(&chart.y.name))]);
        if let Some(heat) = &chart.heat {
            let rows: Vec<&[f64]> = heat.values.chunks(heat.columns.max(1)).collect();
            facts.extend(facts_of([
                ("root", name(&heat.name)),
                ("xs", chart.x.middles(heat.columns).json()),
                ("ys", chart.y.middles(heat.rows).json()),
                ("values", rows.into_iter().map(|row| row.json()).collect()),
            ]));
            return facts;
        }
        if let Some(it) = chart.present {
            let present = [it.at, it.value, it.slope].json();
            facts.insert("present".to_owned(), present);
        }
        match chart.series.as_slice() {
            [only] if only.name == chart.y.name => facts.extend(of_series(chart, only)),
            groups => {
                let group = |series: &Series| -> Value {
                    let names = [("x", name(&chart.x.name)), ("y", name(&series.name))];
                    facts_of(names).into_iter().chain(of_series(chart, series)).collect()
                };
                facts.insert("groups".to_owned(), groups.iter().map(group).collect());
            }
        }
        if let [_, two, _] = chart.levels.as_slice() {
            facts.insert("scatter".to_owned(), (two / 2.0).json());
        }
        facts
    }

    fn records(&self, chart: &Chart) -> Vec<Vec<String>> {
        let title = |name: &str| vec![chart.x.name.clone(), name.to_owned()];
        if let Some(heat) = &chart.heat {
            let (xs, ys) = (chart.x.middles(heat.columns), chart.y.middles(heat.rows));
            let places = ys.iter().flat_map(|y| xs.iter().map(move |x| (*x, *y)));
            let values = places.zip(&heat.values);
            let mut records = vec![title(&chart.y.name)];
            records[0].push(heat.name.clone());
            records.extend(values.map(|((x, y), value)| [x, y, *value].map(exact).to_vec()));
            return records;
        }
        let mut records = Vec::new();
        for series in &chart.series {
            let mut table = |name: &str, points: Vec<[f64; 2]>| {
                records.push(title(name));
                records.extend(points.into_iter().map(|point| point.map(exact).to_vec()));
            };
            if !series.values.is_empty() {
                table(&series.name, curve(chart, series));
            }
            if let Some(observed) = &series.observed {
                let [rows, left_out] = points(observed);
                table(&observed.name, rows);
                if !left_out.is_empty() {
                    table(&format!("{} (left out)", observed.name), left_out);
                }
            }
        }
        records
    }
}

fn name(name: &str) -> Value {
    name.into()
}

/// The points of a curve.
fn curve(chart: &Chart, series: &Series) -> Vec<[f64; 2]> {
    let places = chart.x.places(series.values.len()).into_iter();
    places.zip(&series.values).map(|(at, value)| [at, *value]).collect()
}

/// The places and values of rows, and of those that were left out.
fn points(observed: &Observed) -> [Vec<[f64; 2]>; 2] {
    [false, true].map(|is_left_out| {
        let rows = observed.rows.iter().filter(|row| row.is_left_out == is_left_out);
        rows.map(|row| row.point).collect()
    })
}

fn of_series(chart: &Chart, series: &Series) -> Facts {
    let mut facts = facts_of([("points", curve(chart, series).json())]);
    if let Some(observed) = &series.observed {
        let [rows, left_out] = points(observed);
        let mut own = facts_of([("name", name(&observed.name)), ("points", rows.json())]);
        let is_meant = |row: &&Row| !row.is_left_out;
        let us: Option<Vec<f64>> = observed.rows.iter().filter(is_meant).map(|row| row.u).collect();
        if let Some(us) = us.filter(|us| !us.is_empty()) {
            own.insert("us".to_owned(), us.json());
        }
        if !left_out.is_empty() {
            own.insert("left_out".to_owned(), left_out.json());
        }
        facts.insert("rows".to_owned(), own.into());
    }
    if !series.bands.is_empty() {
        let bands = ["curve", "measurement"].into_iter().zip(&series.bands);
        let band: Facts = bands.map(|(name, far)| (name.to_owned(), far.json())).collect();
        facts.insert("band".to_owned(), band.into());
    }
    facts
}
