// The part of Observable Plot and linkedom that is used here. Their own types need a browser's and D3's, which do not
// compile under this workspace's options.

export interface Element {
  readonly outerHTML: string
  textContent: string
  setAttribute(name: string, value: string): void
  append(...children: readonly (Element | string)[]): void
  querySelectorAll(selector: string): Iterable<Element>
  remove(): void
}
export interface Document {
  readonly documentElement: Element
  readonly head: Element
  readonly body: Element
  createElement(name: string): Element
}
export function parseHTML(text: string): { readonly document: Document }

export interface Mark {
  readonly marks?: never
}
type Channel<T> = string | number | boolean | ((item: T) => string | number) | undefined
type Options<T> = { readonly [option: string]: Channel<T> }
export interface PlotOptions {
  readonly document: Document
  readonly width: number
  readonly height: number
  readonly marginLeft?: number
  readonly marginRight?: number
  readonly marginBottom?: number
  readonly className: string
  readonly style: Readonly<Record<string, string>>
  readonly x: Readonly<Record<string, unknown>>
  readonly y: Readonly<Record<string, unknown>>
  readonly marks: readonly Mark[]
}
export function plot(options: PlotOptions): Element
export function line<T>(data: readonly T[], options: Options<T>): Mark
export function dot<T>(data: readonly T[], options: Options<T>): Mark
export function link<T>(data: readonly T[], options: Options<T>): Mark
export function text<T>(data: readonly T[], options: Options<T>): Mark
export function ruleX(data: readonly number[], options?: Options<number>): Mark
