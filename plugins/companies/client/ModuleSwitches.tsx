import { useState } from 'react';
import { Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { CompanyRow } from '../contract.ts';
import { modules } from './company-form.ts';

const useStyles = makeStyles({
  heading: {
    margin: 0,
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: '32px',
    fontWeight: tokens.fontWeightSemibold,
  },
  help: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/**
 * Module switches take effect at once, so each is sent when it is switched; modules that are not installed are not
 * shown.
 */
export function ModuleSwitches({ company, onSwitched }: { company: CompanyRow; onSwitched(): Promise<void> }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const installed = modules.filter((key) => typeof company[key] === 'boolean');
  if (installed.length === 0) return null;

  const turn = async (key: string, on: boolean): Promise<void> => {
    setChanged((before) => ({ ...before, [key]: on }));
    try {
      await api.put(`/companies/${company.id}`, { [key]: on });
      toasts.success(t(on ? 'form.moduleOn' : 'form.moduleOff', { module: t(`module.${key}`) }));
      await onSwitched();
    } catch (error) {
      setChanged((before) => ({ ...before, [key]: !on }));
      toasts.error(error);
    }
  };
  return (
    <section aria-label={t('form.modules')}>
      <h3 className={styles.heading}>{t('form.modules')}</h3>
      <p className={styles.help}>{t('help.modules')}</p>
      <div className={styles.grid}>
        {installed.map((key) => (
          <Switch
            key={key}
            label={t(`module.${key}`)}
            checked={changed[key] ?? company[key] === true}
            onChange={(_, { checked }) => void turn(key, checked)}
          />
        ))}
      </div>
    </section>
  );
}

interface FirstModulesProps {
  values: Readonly<Record<string, unknown>>;
  setValue(key: string, on: boolean): void;
}

/** The modules that a new company starts with, out of those that are installed. */
export function FirstModules({ values, setValue }: FirstModulesProps) {
  const t = useT();
  const styles = useStyles();
  const { company } = useSession();
  const { data } = useQuery({
    queryKey: ['companies', 'own', company.id],
    queryFn: ({ signal }) => api.get<CompanyRow>(`/companies/${company.id}`, {}, { signal }),
  });
  const installed = modules.filter((key) => typeof data?.[key] === 'boolean');
  if (installed.length === 0) return null;
  return (
    <section aria-label={t('form.modules')}>
      <h3 className={styles.heading}>{t('form.modules')}</h3>
      <div className={styles.grid}>
        {installed.map((key) => (
          <Switch
            key={key}
            label={t(`module.${key}`)}
            checked={values[key] === true}
            onChange={(_, { checked }) => setValue(key, checked)}
          />
        ))}
      </div>
    </section>
  );
}
