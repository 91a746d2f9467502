// The part of Observable Plot that is used here. Its own types ask for those of D3 and do not compile under this
// workspace's options.

type Value<T> = string | number | ((item: T) => string | number | undefined)
type Options<T> = { readonly [option: string]: Value<T> | undefined }
export interface Mark {
  readonly marks?: never
}
export interface ScaleOptions {
  readonly type?: 'linear' | 'log'
  readonly domain?: readonly number[]
  readonly label?: string
  readonly labelArrow?: 'none'
  readonly labelAnchor?: 'center'
  readonly tickFormat?: (value: number) => string
  readonly tickSize?: number
  readonly ticks?: number | readonly number[]
  readonly grid?: boolean
  readonly nice?: boolean
  readonly zero?: boolean
}
export interface PlotOptions {
  readonly width: number
  readonly height: number
  readonly marginTop?: number
  readonly marginRight?: number
  readonly marginBottom?: number
  readonly marginLeft?: number
  readonly className?: string
  readonly x: ScaleOptions
  readonly y: ScaleOptions
  readonly marks: readonly Mark[]
}
export interface Drawn extends SVGSVGElement {
  scale(name: 'x'): { invert(position: number): number }
}
export function plot(options: PlotOptions): Drawn
export function line<T>(data: readonly T[], options: Options<T>): Mark
export function dot<T>(data: readonly T[], options: Options<T>): Mark
export function ruleX<T>(data: readonly T[], options: Options<T>): Mark
