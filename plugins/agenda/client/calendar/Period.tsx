import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  period: { display: 'flex', alignItems: 'center', gap: '4px', '@media (max-width: 599px)': { width: '100%' } },
  today: { minWidth: 'auto', flexShrink: 0 },
  title: {
    flex: 1,
    margin: '0 8px 0 0',
    fontSize: tokens.fontSizeBase400,
    fontWeight: 600,
    whiteSpace: 'nowrap',
    '@media (max-width: 599px)': { whiteSpace: 'normal' },
  },
});

export interface PeriodProps {
  /** `novembro de 2026`. */
  title: string;
  onToday(): void;
  onGo(direction: 1 | -1): void;
}

/** The period that the calendar shows, and the way to others. */
export function Period({ title, onToday, onGo }: PeriodProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.period}>
      <h2 className={styles.title} aria-live="polite">
        {title}
      </h2>
      <Button className={styles.today} onClick={onToday}>
        {t('view.today')}
      </Button>
      <IconButton icon={<ChevronLeft20Regular />} label={t('view.previous')} onClick={() => onGo(-1)} />
      <IconButton icon={<ChevronRight20Regular />} label={t('view.next')} onClick={() => onGo(1)} />
    </div>
  );
}
