// The part of Observable Plot that is used here. Its own types ask for those of a browser and of D3, and do not compile
// under this workspace's options.

export interface DrawnElement {
  readonly outerHTML: string
  readonly textContent: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  remove(): void
  querySelector(selector: string): DrawnElement | null
  querySelectorAll(selector: string): Iterable<DrawnElement>
}

type Value<T> = string | number | ((item: T) => string | number | undefined)
type Options<T> = { readonly [option: string]: Value<T> | boolean | readonly number[] | undefined }
export interface Mark {
  readonly marks?: never
}
export interface ScaleOptions {
  readonly type?: 'linear' | 'log' | 'band'
  readonly domain?: readonly (number | string)[]
  readonly range?: readonly number[]
  readonly label?: string | null
  readonly ticks?: readonly number[] | number | undefined
  readonly tickFormat?: ((value: number) => string) | string | null
  readonly tickSize?: number
  readonly labelAnchor?: string
  readonly labelArrow?: string
  readonly labelOffset?: number
  readonly grid?: boolean
  readonly nice?: boolean
  readonly zero?: boolean
  readonly axis?: null
  readonly padding?: number
}
export interface PlotOptions {
  /** Default: the document of the browser. */
  readonly document?: object
  readonly width: number
  readonly height: number
  readonly marginTop?: number
  readonly marginRight?: number
  readonly marginBottom?: number
  readonly marginLeft?: number
  readonly className?: string
  readonly style?: Readonly<Record<string, string>>
  readonly x: ScaleOptions
  readonly y: ScaleOptions
  readonly marks: readonly Mark[]
}
/** What is drawn is an element of the document. */
export function plot<Drawn = DrawnElement>(options: PlotOptions): Drawn
export function scale(scales: { readonly y: ScaleOptions }): {
  apply(value: number): number
  invert(position: number): number
}
export function areaY<T>(data: readonly T[], options: Options<T>): Mark
export function line<T>(data: readonly T[], options: Options<T>): Mark
export function dot<T>(data: readonly T[], options: Options<T>): Mark
export function link<T>(data: readonly T[], options: Options<T>): Mark
export function text<T>(data: readonly T[], options: Options<T>): Mark
export function ruleX<T>(data: readonly T[], options?: Options<T>): Mark
export function ruleY<T>(data: readonly T[], options: Options<T>): Mark
