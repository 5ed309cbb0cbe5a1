import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '../index.ts';
import { CheckList, type CheckedItem } from './CheckList.tsx';
import { Bar } from './states.tsx';

export interface CheckRunProps<T> {
  /** Checks, and returns the results in the order of the list. What it throws is shown in place of the list. */
  check(): Promise<readonly T[]>;
  /** Returns the line of a result. `mend` runs what a button of this line does; its results replace the list. */
  itemOf(result: T, line: { isBusy: boolean; mend(run: () => Promise<readonly T[]>): void }): CheckedItem;
  /** Called after each run, also one that failed: for what has to be read again. */
  onEnd?(): void;
  texts: { start: string; running: string; allRight: string; somethingWrong: string };
}

const useStyles = makeStyles({
  all: { display: 'grid', gap: '12px', justifyItems: 'start' },
  wide: { width: '100%' },
});

/** A button that checks something outside the product, and the results with what to do about each. */
export function CheckRun<T>({ check, itemOf, onEnd, texts }: CheckRunProps<T>) {
  const styles = useStyles();
  const errorText = useErrorText();
  const [results, setResults] = useState<readonly T[]>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const list = useRef<HTMLUListElement>(null);
  // The results appear below the visible part of the page.
  useEffect(() => {
    void list.current?.scrollIntoView({ block: 'nearest' });
  }, [results]);

  const start = async (run: () => Promise<readonly T[]>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      setResults(await run());
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
    onEnd?.();
  };

  const items = results?.map((result) => itemOf(result, { isBusy, mend: (run) => void start(run) }));
  const isRight = items?.every(({ state }) => state === 'ok');
  return (
    <div className={styles.all}>
      <Button
        disabledFocusable={isBusy}
        {...(isBusy && { icon: <Spinner size="extra-tiny" aria-hidden="true" /> })}
        onClick={() => void start(check)}
      >
        {isBusy ? texts.running : texts.start}
      </Button>
      {failure !== undefined && (
        <Bar tone="bad" alert>
          {errorText(failure)}
        </Bar>
      )}
      {items && (
        <>
          <div className={styles.wide}>
            <Bar tone={isRight ? 'ok' : 'warn'}>{isRight ? texts.allRight : texts.somethingWrong}</Bar>
          </div>
          <CheckList ref={list} items={items} />
        </>
      )}
    </div>
  );
}
