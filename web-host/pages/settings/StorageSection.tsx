import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { makeStyles, tokens } from '@fluentui/react-components';
import { api, useLanguage, useT } from '@balcao/sdk/client';
import { FormGroup, ToneIcon, ext, ProgressBar } from '@balcao/sdk/ui';
import type { SettingField } from './fields.ts';

export const storageId = 'section-storage';

/** Response of GET /platform/storage, in bytes. */
export interface StorageUse {
  used: number;
  quota: number;
}

/** True for the storage limits, which only super users see: they are shown beside the usage. */
export const isStorageLimit = ({ plugin, key }: SettingField): boolean =>
  plugin === 'kernel' && (key === 'storageQuota' || key === 'storageVisitorsShare');

/** Undefined while loading, and for people without access. */
export const useStorage = (allowed: boolean): StorageUse | undefined =>
  useQuery({
    queryKey: ['platform', 'storage'],
    queryFn: () => api.get<StorageUse>('/platform/storage'),
    enabled: allowed,
    retry: false,
  }).data;

const useStyles = makeStyles({
  body: {
    padding: '14px 16px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none' },
  },
  note: { display: 'flex', gap: '6px', marginTop: '10px', color: tokens.colorNeutralForeground2 },
  bad: { display: 'inline-flex', height: '20px', alignItems: 'center', color: ext.bad },
  warn: { display: 'inline-flex', height: '20px', alignItems: 'center', color: ext.warn },
  line: {
    display: 'flex',
    justifyContent: 'space-between',
    marginBottom: '8px',
    fontVariantNumeric: 'tabular-nums',
  },
  used: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

/** The company's storage use against its quota. `children`: rows under the bar. */
export function StorageSection({ storage: { used, quota }, children }: { storage: StorageUse; children: ReactNode }) {
  const t = useT('shell');
  const styles = useStyles();
  const language = useLanguage();
  const bytes = (count: number) => {
    const inGigabytes = count >= 10 * gigabyte;
    const value = count / (inGigabytes ? gigabyte : megabyte);
    const digits = value < 1 ? 2 : value < 100 ? 1 : 0;
    const locale = language === 'pt' ? 'pt-BR' : language;
    return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${inGigabytes ? 'GB' : 'MB'}`;
  };
  const share = quota > 0 ? Math.min(1, used / quota) : 0;
  return (
    <FormGroup id={storageId} title={t('settings.storage')} text={t('settings.storageText')}>
      <div className={styles.body}>
        <div className={styles.line}>
          <span className={styles.used}>{t('settings.storageUsed', { used: bytes(used), quota: bytes(quota) })}</span>
          <span className={styles.quiet}>{Math.round(share * 100)}%</span>
        </div>
        <ProgressBar
          value={share}
          thickness="large"
          color={share >= 1 ? 'error' : share > 0.9 ? 'warning' : 'brand'}
          aria-label={t('settings.storage')}
        />
        {share > 0.9 && (
          <div className={styles.note} role="status">
            <span className={share >= 1 ? styles.bad : styles.warn}>
              <ToneIcon tone={share >= 1 ? 'bad' : 'warn'} />
            </span>
            <span>{t(share >= 1 ? 'settings.storageFull' : 'settings.storageLow')}</span>
          </div>
        )}
      </div>
      {children}
    </FormGroup>
  );
}
