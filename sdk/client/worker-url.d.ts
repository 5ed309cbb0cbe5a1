/**
 * URL of a module that Vite bundles as a worker or audio-worklet script: pass it to `startWorker`. Declared here,
 * so that a plugin needs neither Vite nor its types (`vite/client`).
 */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
