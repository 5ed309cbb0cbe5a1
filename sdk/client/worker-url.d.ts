/** The address of a file built as one for a worker or an audio worklet: see `startWorker`. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
