import { useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

/** Lists of steps show so many at first. */
const first = 8;

interface CutProps<T> {
  items: readonly T[];
  children(shown: readonly T[]): ReactNode;
}

/** The beginning of a long list of steps, and a button that says how many follow and shows them. */
export function Cut<T>({ items, children }: CutProps<T>) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const rest = items.length - first;
  return (
    <>
      {children(isWhole ? items : items.slice(0, first))}
      {!isWhole && rest > 0 && (
        <Button size="small" appearance="subtle" onClick={() => setWhole(true)}>
          {t('outline.more', { count: rest })}
        </Button>
      )}
    </>
  );
}
