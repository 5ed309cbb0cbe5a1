import { hasText, translate, useT } from '@balcao/sdk/client';
import { useCallback } from 'react';
import type { FlowProblem } from '../../graph/types.ts';

/** The text of a problem, which the plugin of the node may have written. */
export const useProblemText = (): ((problem: FlowProblem) => string) => {
  const t = useT();
  return useCallback(
    ({ plugin, code, values = {} }) => {
      if (plugin !== undefined) return translate(plugin, code, values);
      // A way out without a title of its own is named by its id, such as `open`.
      const { way } = values;
      const named = typeof way === 'string' && way !== 'timeout' && hasText('flows', `way.${way}`);
      return t(`problem.${code}`, named ? { ...values, way: t(`way.${way}`) } : values);
    },
    [t],
  );
};
