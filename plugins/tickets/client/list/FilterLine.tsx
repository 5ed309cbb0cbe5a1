import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    flexShrink: 0,
    minHeight: '28px',
    padding: '0 12px 8px 16px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
});

export interface FilterLineProps {
  /** Number of matching tickets; undefined while unknown. */
  found: number | undefined;
  active: number;
  onClear(): void;
}

/** Shown while the panel is closed: the number of filters, and a button to clear them. */
export function FilterLine({ found, active, onClear }: FilterLineProps) {
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.line}>
      <span aria-live="polite">
        {found !== undefined &&
          t('filter.summary', {
            tickets: t('filter.tickets', { count: found }),
            filters: t('filter.filters', { count: active }),
          })}
      </span>
      <Button size="small" appearance="subtle" onClick={onClear}>
        {t('filter.clear')}
      </Button>
    </div>
  );
}
