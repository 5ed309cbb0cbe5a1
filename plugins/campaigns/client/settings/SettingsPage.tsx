import { useState } from 'react';
import { Input, Switch, Textarea, ToggleButton, makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { Exposed, api, useRoom, useT, useToasts } from '@balcao/sdk/client';
import { campaignTabs } from '@balcao/contact-lists/contract';
import { ErrorState, FormGroup, FormRow, ListField, Page, SkeletonRows } from '@balcao/sdk/ui';
import { campaignsRoom, type CampaignSettings } from '../../contract.ts';
import { useCampaignSettings } from '../form/choices.ts';
import { NumberSegment } from './NumberSegment.tsx';
import { afterOptions, intervalOptions, pauseOptions } from './pace-options.ts';
import { OptOutsCard } from './OptOutsCard.tsx';
import { VariablesCard } from './VariablesCard.tsx';

const weekdays = [1, 2, 3, 4, 5, 6, 0];

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '24px' },
  days: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  day: { minWidth: '36px', paddingInline: '4px' },
  hours: { display: 'flex', alignItems: 'center', gap: '8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
});

/** Pace, hours, variables, words to opt out and guards of all campaigns; each change is saved at once. */
export default function SettingsPage() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const key = ['campaign-settings'];
  const { data, error, refetch } = useCampaignSettings();
  useRoom(
    campaignsRoom,
    {},
    { settings: () => void queries.invalidateQueries({ queryKey: key }) },
    { queryKeys: [key] },
  );
  const save = async (part: Partial<CampaignSettings>): Promise<void> => {
    queries.setQueryData<CampaignSettings>(key, (known) => known && { ...known, ...part });
    try {
      await api.post('/campaign-settings', { settings: part });
      toasts.success(t('settings.saved'));
    } catch (failure) {
      toasts.error(failure);
    }
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <Page title={t('settings.title')} tabs={<Exposed of={campaignTabs} props={{ path: '/campaigns-config' }} />}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={styles.whole}>
          <FormGroup title={t('settings.pace')} text={t('settings.paceHelp')}>
            <FormRow label={t('settings.messageInterval')} help={t('settings.seconds')}>
              <NumberSegment
                label={t('settings.messageInterval')}
                options={intervalOptions}
                value={data.messageInterval}
                onChange={(messageInterval) => void save({ messageInterval })}
              />
            </FormRow>
            <FormRow label={t('settings.longerIntervalAfter')} help={t('settings.messages')}>
              <NumberSegment
                label={t('settings.longerIntervalAfter')}
                options={afterOptions}
                value={data.longerIntervalAfter}
                onChange={(longerIntervalAfter) => void save({ longerIntervalAfter })}
              />
            </FormRow>
            <FormRow label={t('settings.greaterInterval')} help={t('settings.seconds')}>
              <NumberSegment
                label={t('settings.greaterInterval')}
                options={pauseOptions}
                value={data.greaterInterval}
                onChange={(greaterInterval) => void save({ greaterInterval })}
              />
            </FormRow>
          </FormGroup>
          <FormGroup title={t('settings.window')} text={t('settings.windowHelp')}>
            <FormRow label={t('settings.hours')}>
              <div className={styles.hours}>
                <TimeField
                  label={t('settings.from')}
                  value={data.windowFrom}
                  onSave={(windowFrom) => void save({ windowFrom })}
                />
                <TimeField
                  label={t('settings.until')}
                  value={data.windowUntil}
                  onSave={(windowUntil) => void save({ windowUntil })}
                />
              </div>
            </FormRow>
            <FormRow label={t('settings.days')}>
              <div className={styles.days} role="group" aria-label={t('settings.days')}>
                {weekdays.map((day) => (
                  <ToggleButton
                    key={day}
                    className={styles.day}
                    size="small"
                    checked={data.windowDays.includes(day)}
                    onClick={() =>
                      void save({
                        windowDays: data.windowDays.includes(day)
                          ? data.windowDays.filter((one) => one !== day)
                          : [...data.windowDays, day].toSorted((one, other) => one - other),
                      })
                    }
                  >
                    {t(`weekday.${day}`)}
                  </ToggleButton>
                ))}
              </div>
            </FormRow>
          </FormGroup>
          <VariablesCard variables={data.variables} onChange={(variables) => void save({ variables })} />
          <FormGroup title={t('settings.guards')} text={t('settings.guardsHelp')}>
            {(['warmUp', 'stopOnFailures', 'checkNumbers'] as const).map((name) => (
              <FormRow key={name} label={t(`settings.${name}`)} help={t(`settings.${name}Help`)} end>
                <Switch checked={data[name]} onChange={(_, { checked }) => void save({ [name]: checked })} />
              </FormRow>
            ))}
          </FormGroup>
          <FormGroup title={t('settings.words')} text={t('settings.wordsHelp')}>
            <FormRow label={t('settings.optOutWords')}>
              <ListField
                value={data.optOutWords.join(',')}
                onChange={(list) => void save({ optOutWords: wordsOf(list) })}
              />
            </FormRow>
            <FormRow label={t('settings.optOutWordsAfter')} help={t('settings.optOutWordsAfterHelp')}>
              <ListField
                value={data.optOutWordsAfter.join(',')}
                onChange={(list) => void save({ optOutWordsAfter: wordsOf(list) })}
              />
            </FormRow>
            <FormRow label={t('settings.optOutAnswer')}>
              <TextField value={data.optOutAnswer} onSave={(optOutAnswer) => void save({ optOutAnswer })} />
            </FormRow>
            <FormRow label={t('settings.returnWord')}>
              <TextField value={data.returnWord} onSave={(returnWord) => void save({ returnWord })} />
            </FormRow>
            <FormRow label={t('settings.returnAnswer')}>
              <TextField value={data.returnAnswer} onSave={(returnAnswer) => void save({ returnAnswer })} />
            </FormRow>
            <FormRow label={t('settings.optOutFooter')} help={t('settings.optOutFooterHelp')}>
              <TextField value={data.optOutFooter} onSave={(optOutFooter) => void save({ optOutFooter })} />
            </FormRow>
          </FormGroup>
          <h2 className={styles.title}>{t('settings.optOuts')}</h2>
          <OptOutsCard />
        </div>
      ) : (
        <SkeletonRows rows={8} height={44} />
      )}
    </Page>
  );
}

const wordsOf = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

interface FieldProps {
  value: string;
  onSave(value: string): void;
}

/** A text that is saved when it is left. */
function TextField({ value, onSave, ...names }: FieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <Textarea
      {...names}
      value={typed ?? value}
      onChange={(_, { value: next }) => setTyped(next)}
      onBlur={() => {
        if (typed !== undefined && typed !== value) onSave(typed);
        setTyped(undefined);
      }}
    />
  );
}

function TimeField({ label, value, onSave }: FieldProps & { label: string }) {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      type="time"
      aria-label={label}
      value={typed ?? value}
      onChange={(_, { value: next }) => setTyped(next)}
      onBlur={() => {
        if (typed && typed !== value) onSave(typed);
        setTyped(undefined);
      }}
    />
  );
}
