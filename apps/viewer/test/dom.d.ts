/** The window of a page of this text. */
export function parseHTML(text: string): object
