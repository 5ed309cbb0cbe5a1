import { Input, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormGroup, FormRow } from '@balcao/sdk/ui';
import type { SettingsPartProps } from './settings-part.ts';

const night = { from: '20:00', to: '07:00' };

const useStyles = makeStyles({
  hours: { display: 'flex', alignItems: 'center', gap: '8px', '& > .fui-Input': { flexGrow: 1, minWidth: '100px' } },
  until: { color: tokens.colorNeutralForeground3 },
});

/** Hours without sound and push; notifications that arrive are listed in the product. */
export function QuietSettings({ chosen: { quiet }, onChoose }: SettingsPartProps) {
  const styles = useStyles();
  const t = useT();
  // A time field is empty for a moment while it is being edited.
  const change = (part: Partial<typeof night>): void => {
    const hours = { ...(quiet ?? night), ...part };
    if (hours.from !== '' && hours.to !== '') onChoose({ quiet: hours });
  };
  return (
    <FormGroup title={t('quiet.title')}>
      <FormRow end label={t('quiet.on')} help={t('quiet.help')}>
        <Switch checked={quiet !== null} onChange={(_, { checked }) => onChoose({ quiet: checked ? night : null })} />
      </FormRow>
      {quiet && (
        <FormRow label={t('quiet.hours')}>
          <div className={styles.hours} role="group">
            <Input
              type="time"
              aria-label={t('quiet.from')}
              value={quiet.from}
              onChange={(_, { value }) => change({ from: value })}
            />
            <span className={styles.until}>{t('quiet.until')}</span>
            <Input
              type="time"
              aria-label={t('quiet.to')}
              value={quiet.to}
              onChange={(_, { value }) => change({ to: value })}
            />
          </div>
        </FormRow>
      )}
    </FormGroup>
  );
}
