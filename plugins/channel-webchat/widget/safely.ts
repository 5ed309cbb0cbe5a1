/** The page is somebody else's: nothing thrown here may reach it. */
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
