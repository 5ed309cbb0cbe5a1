import { makeStyles } from '@fluentui/react-components';
import { Checkmark16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  mark: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  tick: { color: ext.ok },
});

/** Marks the default connection. */
export function DefaultMark() {
  const t = useT();
  const styles = useStyles();
  return (
    <span className={styles.mark}>
      <Checkmark16Regular className={styles.tick} aria-hidden="true" />
      {t('field.default')}
    </span>
  );
}
