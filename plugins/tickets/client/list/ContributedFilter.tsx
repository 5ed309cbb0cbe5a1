import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { Item } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import type { listFilterPoint } from '../parts.ts';

type FilterItem = typeof listFilterPoint extends PointRef<infer T> ? Item<T> : never;

const useStyles = makeStyles({
  field: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
  label: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground1,
    paddingBlock: '2px',
  },
});

/** A filter of another plugin, labelled by that plugin. */
export function ContributedFilter(props: { item: FilterItem; value: string; onChange(value: string): void }) {
  const { item, value, onChange } = props;
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.field} role="group" aria-label={t(item.label)}>
      <span className={styles.label}>{t(item.label)}</span>
      <item.component value={value} onChange={onChange} />
    </div>
  );
}
