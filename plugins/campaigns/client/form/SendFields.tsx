import { Dropdown, Field, Option, Switch } from '@fluentui/react-components';
import { useSession, useT } from '@balcao/sdk/client';
import { DateField } from '@balcao/sdk/ui';
import type { LegalBasis } from '../../contract.ts';
import type { PartProps } from './AudienceFields.tsx';
import { useCampaignSettings } from './choices.ts';
import { useFormStyles } from './form-styles.ts';
import { PaceRows } from './PaceRows.tsx';
import { fieldTime, instantOf } from './zone.ts';

const bases: readonly LegalBasis[] = ['consent', 'legitimate-interest', 'contract'];

/** When it is sent, at what pace, with what courtesy, and on which legal basis. */
export function SendFields({ values, change, faults, readOnly }: PartProps) {
  const t = useT();
  const styles = useFormStyles();
  const { company } = useSession();
  const settings = useCampaignSettings().data;
  const isChosen = bases.includes(values.legalBasis);
  const toggle = (name: 'recipientZone' | 'interrupts' | 'optOutFooter') => (
    <div className={styles.row}>
      <span>
        {t(`form.${name}`)}
        <div className={styles.small}>
          {name === 'optOutFooter' && settings
            ? `“${settings.optOutFooter.replace('{sair}', (settings.optOutWords[0] ?? '').toUpperCase())}”`
            : t(`form.${name}Help`)}
        </div>
      </span>
      <Switch
        aria-label={t(`form.${name}`)}
        checked={values[name]}
        disabled={readOnly}
        onChange={(_, { checked }) => change({ [name]: checked })}
      />
    </div>
  );
  return (
    <section className={styles.section} aria-label={t('form.step.send')}>
      <h2 className={styles.heading}>{t('form.when')}</h2>
      <Field
        label={t('field.scheduledAt')}
        hint={t('form.whenHelp')}
        {...(faults['scheduledAt'] && { validationMessage: faults['scheduledAt'] })}
      >
        <DateField
          withTime
          value={values.scheduledAt === null ? '' : fieldTime(values.scheduledAt, company.timeZone)}
          disabled={readOnly}
          onChange={(scheduledAt) =>
            change({ scheduledAt: scheduledAt === '' ? null : instantOf(scheduledAt, company.timeZone) })
          }
        />
      </Field>
      <div className={styles.rows}>
        {toggle('recipientZone')}
        {toggle('interrupts')}
        {toggle('optOutFooter')}
      </div>
      <h2 className={styles.heading}>{t('form.pace')}</h2>
      {settings && (
        <div className={styles.rows}>
          <div className={styles.row}>
            <span>
              {t('form.hours', { from: settings.windowFrom, until: settings.windowUntil })}
              <div className={styles.small}>{settings.windowDays.map((day) => t(`weekday.${day}`)).join(', ')}</div>
            </span>
          </div>
          <PaceRows pace={values.pace} usual={settings} readOnly={readOnly} onChange={(pace) => change({ pace })} />
        </div>
      )}
      <h2 className={styles.heading}>{t('form.legal')}</h2>
      <Field
        label={t('form.legalBasis')}
        required
        hint={t('form.legalHelp')}
        {...(faults['legalBasis'] && { validationMessage: faults['legalBasis'] })}
      >
        <Dropdown
          className={styles.select}
          disabled={readOnly}
          placeholder={t('legal.choose')}
          value={isChosen ? t(`legal.${values.legalBasis}`) : ''}
          selectedOptions={isChosen ? [values.legalBasis] : []}
          onOptionSelect={(_, { optionValue }) => change({ legalBasis: optionValue as LegalBasis })}
        >
          {bases.map((basis) => (
            <Option key={basis} value={basis}>
              {t(`legal.${basis}`)}
            </Option>
          ))}
        </Dropdown>
      </Field>
    </section>
  );
}
