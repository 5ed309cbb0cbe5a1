import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import type { Estimate } from '../../evaluation-view.ts';
import { useMeasures } from './golden-data.ts';

const useStyles = makeStyles({ line: { margin: 0, color: tokens.colorNeutralForeground2 } });

/** The cost of a run, about, before it begins. */
export function CostLine({ estimate }: { estimate: Estimate | undefined }) {
  const t = useT();
  const styles = useStyles();
  const { number } = useFormat();
  const { cost } = useMeasures();
  if (!estimate) return <p className={styles.line}>{t('golden.counting')}</p>;
  const { answers: count, costMicros, tokens: amount } = estimate;
  return (
    <p className={styles.line} role="status">
      {costMicros === null
        ? t('golden.costUnknown', { count, tokens: number(amount) })
        : t('golden.cost', { count, cost: cost(costMicros) })}
    </p>
  );
}
