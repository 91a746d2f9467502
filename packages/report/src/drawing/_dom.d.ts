import type { DrawnElement } from './_plot.js'

// The part of linkedom that is used here. Its own types ask for those of a browser.
export function parseHTML(text: string): { readonly document: DrawnElement }
