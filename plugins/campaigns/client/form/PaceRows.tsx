import { Button, Switch } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import type { CampaignPace } from '../../contract.ts';
import { NumberSegment } from '../settings/NumberSegment.tsx';
import { afterOptions, intervalOptions, pauseOptions } from '../settings/pace-options.ts';
import { useFormStyles } from './form-styles.ts';

export interface PaceRowsProps {
  /** Null: the company's. */
  pace: CampaignPace | null;
  usual: CampaignPace;
  readOnly: boolean;
  onChange(pace: CampaignPace | null): void;
}

/** The pace of one campaign: the company's, or its own. */
export function PaceRows({ pace, usual, readOnly, onChange }: PaceRowsProps) {
  const t = useT();
  const styles = useFormStyles();
  const navigate = useNavigate();
  const { messageInterval, longerIntervalAfter, greaterInterval } = pace ?? usual;
  const fields = [
    ['messageInterval', intervalOptions],
    ['longerIntervalAfter', afterOptions],
    ['greaterInterval', pauseOptions],
  ] as const;
  return (
    <>
      <div className={styles.row}>
        <span>
          {messageInterval === 0 ? t('form.fastest') : t('form.interval', { seconds: messageInterval })}
          <div className={styles.small}>
            {longerIntervalAfter > 0 && t('form.longer', { count: longerIntervalAfter, seconds: greaterInterval })}
          </div>
        </span>
        {pace === null && (
          <Button size="small" onClick={() => void navigate('/campaigns-config')}>
            {t('form.adjust')}
          </Button>
        )}
      </div>
      <div className={styles.row}>
        <span>
          {t('form.ownPace')}
          <div className={styles.small}>{t('form.ownPaceHelp')}</div>
        </span>
        <Switch
          aria-label={t('form.ownPace')}
          checked={pace !== null}
          disabled={readOnly}
          onChange={(_, { checked }) =>
            onChange(checked ? { messageInterval, longerIntervalAfter, greaterInterval } : null)
          }
        />
      </div>
      {pace !== null &&
        fields.map(([name, options]) => (
          <div key={name} className={styles.row}>
            <span>
              {t(`settings.${name}`)}
              <div className={styles.small}>
                {t(name === 'longerIntervalAfter' ? 'settings.messages' : 'settings.seconds')}
              </div>
            </span>
            {readOnly ? (
              pace[name]
            ) : (
              <NumberSegment
                label={t(`settings.${name}`)}
                options={options}
                value={pace[name]}
                onChange={(value) => onChange({ ...pace, [name]: value })}
              />
            )}
          </div>
        ))}
    </>
  );
}
