/** As much of jsdom as the documentation's window needs: the package has no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string; pretendToBeVisual: boolean });
    readonly window: object;
  }
}
