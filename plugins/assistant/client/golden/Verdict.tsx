import { makeStyles, tokens } from '@fluentui/react-components';
import { useErrorText, useT } from '@balcao/sdk/client';
import { StatusPill } from '@balcao/sdk/ui';
import type { EvaluationSide, Fault } from '../../evaluation-view.ts';

import { useToolName } from './golden-data.ts';

const useStyles = makeStyles({
  side: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', minWidth: 0, textAlign: 'start' },
  line: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  why: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  none: { color: tokens.colorNeutralForeground3 },
});

/** Says in a short sentence why an answer failed. */
export const useFaultText = (): ((fault: Fault) => string) => {
  const t = useT();
  const errorOf = useErrorText();
  const toolName = useToolName();
  return ({ kind, text }) =>
    kind === 'handover'
      ? t('golden.fault_handover', { reason: t(`reason.${text}`) })
      : kind === 'error'
        ? errorOf(text)
        : t(`golden.fault_${kind}`, { text: kind === 'tool' ? toolName(text) : text });
};

/** The verdict on one side, with the reason when it failed; beside the former side also that it got better or worse. */
export function Verdict({
  side,
  former,
}: {
  side: EvaluationSide | null | undefined;
  former?: EvaluationSide | null | undefined;
}) {
  const t = useT();
  const styles = useStyles();
  const textOf = useFaultText();
  if (!side || side.state === 'said') return <span className={styles.none}>–</span>;
  if (side.state === 'waiting') return <span className={styles.none}>{t('golden.waiting')}</span>;
  const isPassed = side.state === 'passed';
  const [fault] = side.faults;
  const change =
    former?.state === 'passed' && !isPassed ? 'worse' : former?.state === 'failed' && isPassed ? 'better' : undefined;
  return (
    <span className={styles.side}>
      <span className={styles.line}>
        <StatusPill tone={isPassed ? 'ok' : 'bad'}>{t(isPassed ? 'golden.passed' : 'golden.failed')}</StatusPill>
        {change && <span>{t(`golden.${change}`)}</span>}
      </span>
      {fault && (
        <span className={styles.why} title={side.faults.map(textOf).join('\n')}>
          {textOf(fault)}
        </span>
      )}
    </span>
  );
}
