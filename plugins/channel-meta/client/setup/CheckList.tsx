import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { Circle16Regular } from '@fluentui/react-icons';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar, ext, VisuallyHidden, ToneIcon } from '@balcao/sdk/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CheckResult } from '../../contract.ts';
import { accountKey, pathOf } from './useAccount.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '12px', justifyItems: 'start' },
  list: {
    width: '100%',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    overflow: 'hidden',
  },
  line: {
    display: 'flex',
    gap: '10px',
    padding: '10px 14px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none' },
  },
  icon: { display: 'flex', flexShrink: 0, height: '20px', alignItems: 'center' },
  ok: { color: ext.ok },
  warn: { color: ext.warn },
  bad: { color: ext.bad },
  skipped: { color: tokens.colorNeutralForeground3 },
  words: { flexGrow: 1, minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold },
  finding: { margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
  quiet: { color: tokens.colorNeutralForeground3 },
  wide: { width: '100%' },
  mend: { flexShrink: 0, alignSelf: 'center', whiteSpace: 'nowrap' },
});

function Line({ line, onSubscribe, isBusy }: { line: CheckResult; onSubscribe(): void; isBusy: boolean }) {
  const t = useT();
  const styles = useStyles();
  const { check, state, finding, values } = line;
  const isSkipped = state === 'skipped';
  return (
    <li className={styles.line}>
      <span className={mergeClasses(styles.icon, styles[state])}>
        {isSkipped ? <Circle16Regular aria-hidden="true" /> : <ToneIcon tone={state} />}
        <VisuallyHidden>{t(`check.state.${state}`)}</VisuallyHidden>
      </span>
      <div className={styles.words}>
        <span className={mergeClasses(styles.title, isSkipped && styles.quiet)}>{t(`check.${check}.title`)}</span>
        <p className={mergeClasses(styles.finding, isSkipped && styles.quiet)}>
          {isSkipped ? t('check.skipped') : t(`check.${check}.${finding}`, values)}
        </p>
      </div>
      {check === 'subscription' && finding === 'none' && (
        <Button className={styles.mend} size="small" disabledFocusable={isBusy} onClick={onSubscribe}>
          {t('setup.subscribe')}
        </Button>
      )}
    </li>
  );
}

/** The test ("Testar"): Meta’s answer about each requirement, with what to do. */
export function CheckList({ connectionId }: { connectionId: number }) {
  const t = useT();
  const styles = useStyles();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [lines, setLines] = useState<CheckResult[]>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const list = useRef<HTMLUListElement>(null);
  // The results appear below the visible part of the page.
  useEffect(() => {
    void list.current?.scrollIntoView({ block: 'nearest' });
  }, [lines]);

  const runCheck = async (what: 'check' | 'subscribe'): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      setLines(await api.post<CheckResult[]>(`${pathOf(connectionId)}/${what}`));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
    void queries.invalidateQueries({ queryKey: accountKey(connectionId) });
  };

  const isRight = lines?.every(({ state }) => state === 'ok');
  return (
    <div className={styles.all}>
      <Button
        disabledFocusable={isBusy}
        {...(isBusy && { icon: <Spinner size="extra-tiny" aria-hidden="true" /> })}
        onClick={() => void runCheck('check')}
      >
        {t(isBusy ? 'setup.running' : 'setup.run')}
      </Button>
      {failure !== undefined && (
        <Bar tone="bad" alert>
          {errorText(failure)}
        </Bar>
      )}
      {lines && (
        <>
          <div className={styles.wide}>
            <Bar tone={isRight ? 'ok' : 'warn'}>{t(isRight ? 'setup.allRight' : 'setup.somethingWrong')}</Bar>
          </div>
          <ul ref={list} className={styles.list}>
            {lines.map((line) => (
              <Line key={line.check} line={line} isBusy={isBusy} onSubscribe={() => void runCheck('subscribe')} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
