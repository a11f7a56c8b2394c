// What browsers have and the compiler of types may not know yet, and what page/build makes of a style.

declare module '*.css' {
  const style: string;
  export default style;
}

interface Markup { createHTML(text: string): string; createScriptURL(text: string): string }
declare var trustedTypes: { createPolicy(name: string, rules: Markup): Markup } | undefined;
declare class DecompressionStream { constructor(format: string); readable: ReadableStream; writable: WritableStream }
interface Element { role: string | null; checkVisibility(): boolean }
interface String { toWellFormed?(): string }
