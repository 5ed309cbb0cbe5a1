import { useQuery } from '@tanstack/react-query';
import { ProgressBar, makeStyles, tokens } from '@fluentui/react-components';
import { api, useLanguage, useT } from '@balcao/sdk/client';
import { FormGroup } from '@balcao/sdk/ui';

export const storageId = 'section-storage';

/** What GET /platform/storage answers: bytes. */
export interface StorageUse {
  used: number;
  quota: number;
}

/** Undefined while unknown, and where the address does not tell. */
export const useStorage = (): StorageUse | undefined =>
  useQuery({ queryKey: ['platform', 'storage'], queryFn: () => api.get<StorageUse>('/platform/storage'), retry: false })
    .data;

const useStyles = makeStyles({
  body: { padding: '14px 16px 16px' },
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

export function StorageSection({ storage: { used, quota } }: { storage: StorageUse }) {
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
          color={share > 0.9 ? 'error' : 'brand'}
          aria-label={t('settings.storage')}
        />
      </div>
    </FormGroup>
  );
}
