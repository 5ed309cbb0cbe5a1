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

interface SelectionBarProps {
  names: string[];
  /** Undefined without the permission to merge. */
  onMerge: (() => void) | undefined;
  onDelete: (() => void) | undefined;
  onClear(): void;
}

/** The bar of actions on the selected contacts: merge two, or delete all. */
export function SelectionBar({ names, onMerge, onDelete, onClear }: SelectionBarProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <div role="status" className={styles.bar}>
      <span className={styles.text}>
        {t('selection.count', { count: names.length })}{' '}
        <span className={styles.quiet}>
          {names.length === 2 ? names.join(' · ') : onMerge && t('selection.chooseTwo')}
        </span>
      </span>
      <Button size="small" appearance="subtle" onClick={onClear}>
        {t('selection.clear')}
      </Button>
      {onDelete && (
        <Button size="small" onClick={onDelete}>
          {t('selection.delete')}
        </Button>
      )}
      {onMerge && (
        <Button size="small" appearance="primary" disabled={names.length !== 2} onClick={onMerge}>
          {t('merge.confirm')}
        </Button>
      )}
    </div>
  );
}
