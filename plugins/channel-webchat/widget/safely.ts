/** Wraps a function so that its errors do not reach the page, which is somebody else’s. */
export const safely =
  <A extends unknown[]>(run: (...given: A) => unknown) =>
  (...given: A): void => {
    try {
      const result = run(...given);
      if (result instanceof Promise) result.catch(report);
    } catch (error) {
      report(error);
    }
  };

export const report = (error: unknown): void => console.warn('[chat]', error);
