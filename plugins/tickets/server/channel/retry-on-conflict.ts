import { isKnownMessage } from '../message/enqueue.ts';

const tries = 4;
const passing = ['40001', '40P01', '23505'];

export const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;

/** Retries work that lost a race against a concurrent transaction. */
export const retryOnConflict = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const again = isKnownMessage(error) || passing.includes(String(codeOf(error)));
      if (!again || attempt === tries) throw error;
    }
  }
};
