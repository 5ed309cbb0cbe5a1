import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ToneIcon, ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 12px',
    padding: '12px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  words: { flexGrow: 1, minWidth: '160px', display: 'flex', alignItems: 'center', gap: '6px' },
  quiet: { color: tokens.colorNeutralForeground3 },
  fault: { color: ext.bad },
  mark: { display: 'inline-flex', color: ext.bad },
});

export interface SaveBarProps {
  /** There are changes that are not stored yet. */
  isChanged: boolean;
  isBusy: boolean;
  /** The reason why it cannot be stored, as text. */
  fault: string | undefined;
  onSave(): void;
  onDiscard(): void;
}

/** The foot of a card whose changes are stored together. */
export function SaveBar({ isChanged, isBusy, fault, onSave, onDiscard }: SaveBarProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.bar}>
      <span role="status" className={styles.words}>
        {fault ? (
          <>
            <span className={styles.mark}>
              <ToneIcon tone="bad" />
            </span>
            <span className={styles.fault}>{fault}</span>
          </>
        ) : (
          <span className={styles.quiet}>{t(isChanged ? 'hours.toSave' : 'hours.allSaved')}</span>
        )}
      </span>
      <Button disabled={!isChanged || isBusy} onClick={onDiscard}>
        {t('hours.discard')}
      </Button>
      <Button appearance="primary" disabled={!isChanged} disabledFocusable={isBusy} onClick={onSave}>
        {t('hours.save')}
      </Button>
    </div>
  );
}
