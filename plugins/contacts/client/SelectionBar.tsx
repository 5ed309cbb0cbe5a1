import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px 12px',
    padding: '6px 8px 6px 12px',
    marginBottom: '8px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.selected,
  },
  text: { flexGrow: 1 },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/** What can be done with the contacts that are ticked: two of them become one. */
export function SelectionBar({ names, onMerge, onClear }: { names: string[]; onMerge(): void; onClear(): void }) {
  const t = useT();
  const styles = useStyles();
  return (
    <div role="status" className={styles.bar}>
      <span className={styles.text}>
        {t('selection.count', { count: names.length })}{' '}
        <span className={styles.quiet}>{names.length === 2 ? names.join(' · ') : t('selection.chooseTwo')}</span>
      </span>
      <Button size="small" appearance="subtle" onClick={onClear}>
        {t('selection.clear')}
      </Button>
      <Button size="small" appearance="primary" disabled={names.length !== 2} onClick={onMerge}>
        {t('merge.confirm')}
      </Button>
    </div>
  );
}
