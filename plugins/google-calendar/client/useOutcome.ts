import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useT, useToasts } from '@balcao/sdk/client';
import { outcomeParameter, outcomes } from '../contract.ts';

/** Tells once how the consent ended that led back to this page. */
export const useOutcome = (): void => {
  const t = useT();
  const toasts = useToasts();
  const [search, setSearch] = useSearchParams();
  const outcome = outcomes.find((one) => one === search.get(outcomeParameter));
  useEffect(() => {
    if (outcome === undefined) return;
    const text = t(`outcome.${outcome}`);
    if (outcome === 'connected') toasts.success(text);
    else toasts.error(text);
    setSearch(
      (before) => {
        before.delete(outcomeParameter);
        before.delete('side');
        return before;
      },
      { replace: true },
    );
  }, [outcome, setSearch, t, toasts]);
};
