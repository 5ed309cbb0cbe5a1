const fetching = new Map<string, Promise<void>>();

function fetchStyles(address: string): Promise<void> {
  const present = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  if (present.some((link) => link.href === address)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      fetching.delete(address);
      reject(new Error(`the styles ${address} did not load`));
    };
    document.head.append(link);
  });
}

/**
 * Loads a chunk after the style sheets that it lists, relative to `base`. Builds call it around the imports of plugins;
 * it is part of the page, so that no bundle contains its own copy.
 */
export async function loadChunk<T>(load: () => Promise<T>, files: readonly string[] = [], base?: string): Promise<T> {
  const styles = files.filter((file) => file.endsWith('.css')).map((file) => new URL(file, base).href);
  await Promise.all(
    styles.map((address) => {
      const fetched = fetching.get(address) ?? fetchStyles(address);
      fetching.set(address, fetched);
      return fetched;
    }),
  );
  return load();
}
