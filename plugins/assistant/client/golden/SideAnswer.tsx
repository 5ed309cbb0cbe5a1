import { makeStyles, tokens } from '@fluentui/react-components';
import { useErrorText, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { EvaluationSide } from '../../evaluation-view.ts';
import { useMeasures } from './golden-data.ts';
import { useFaultText, Verdict } from './Verdict.tsx';

const useStyles = makeStyles({
  side: { flex: '1 1 240px', minWidth: 0, display: 'flex', flexDirection: 'column', gap: '8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  text: {
    margin: 0,
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.bubbleOut,
    color: tokens.colorNeutralForeground1,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  faults: { margin: 0, paddingLeft: '18px' },
});

interface SideAnswerProps {
  title: string;
  side: EvaluationSide | null;
  former?: EvaluationSide | null;
}

/** One of the two answers to a question: its words or what it did instead, why it failed, its sources, time and cost. */
export function SideAnswer({ title, side, former }: SideAnswerProps) {
  const t = useT();
  const styles = useStyles();
  const faultText = useFaultText();
  const errorOf = useErrorText();
  const { seconds, cost } = useMeasures();
  const did = (of: EvaluationSide): string =>
    of.kind === 'handover'
      ? t('golden.fault_handover', { reason: t(`reason.${of.reason ?? 'model'}`) })
      : of.kind === 'end'
        ? t('golden.ended')
        : of.kind === 'error'
          ? errorOf(of.reason)
          : of.text === ''
            ? t('golden.saidNothing')
            : '';
  const names = side ? [...new Set(side.sources.map(({ source, heading }) => heading || source))] : [];
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {side?.state !== 'said' && <Verdict side={side && { ...side, faults: [] }} former={former} />}
      {side && side.state !== 'waiting' && (
        <>
          {did(side) !== '' && !side.faults.some(({ kind }) => kind === 'handover' || kind === 'error') && (
            <p className={styles.quiet}>{did(side)}</p>
          )}
          {side.kind !== 'handover' && side.text !== '' && <p className={styles.text}>{side.text}</p>}
          {side.faults.length > 0 && (
            <ul className={styles.faults}>
              {side.faults.map((fault) => (
                <li key={`${fault.kind} ${fault.text}`}>{faultText(fault)}</li>
              ))}
            </ul>
          )}
          {names.length > 0 && <p className={styles.quiet}>{t('copilot.sources', { names: names.join(', ') })}</p>}
          {side.ms !== null && (
            <p className={styles.quiet}>
              {seconds(side.ms)}
              {side.costMicros !== null && `, ${cost(side.costMicros)}`}
            </p>
          )}
        </>
      )}
    </section>
  );
}
