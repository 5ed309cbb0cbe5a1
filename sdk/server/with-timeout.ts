/**
 * Resolves or rejects like `work`, unless that takes longer than `limitMs`: then it rejects with the error that `late`
 * returns. The work itself goes on; abort it in `late` where it can be aborted.
 * @example
 * await withTimeout(provider.send(message), 45_000, () => new Error('the provider did not answer'));
 */
export function withTimeout<T>(work: T | Promise<T>, limitMs: number, late: () => Error): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(late()), limitMs);
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer));
}
