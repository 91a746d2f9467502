/** What somebody else published for one figure: a mean, or a range. */
export type PublishedFigure =
  | { readonly mean: number; readonly sd?: number | undefined }
  | { readonly low: number; readonly high: number }

/** What somebody else published for a cell, by column id. */
export type Published = Readonly<Record<string, PublishedFigure>>
