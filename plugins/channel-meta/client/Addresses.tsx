import { makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { CopyField } from '@balcao/sdk/ui';
import type { AppView } from '../contract.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gap: '12px', width: '100%' },
  field: { display: 'grid', gap: '4px' },
});

export interface AddressesProps {
  app: Partial<Pick<AppView, 'redirectPath' | 'webhookPath' | 'deletionPath' | 'deauthorizePath'>>;
}

/** The addresses to register in an app at Meta, each with a button that copies it. */
export function Addresses({ app }: AddressesProps) {
  const t = useT();
  const styles = useStyles();
  const rows = [
    ['redirectAddress', app.redirectPath],
    ['webhookAddress', app.webhookPath],
    ['deauthorizeAddress', app.deauthorizePath],
    ['deletionAddress', app.deletionPath],
  ] as const;
  return (
    <div className={styles.fields}>
      {rows.map(
        ([name, path]) =>
          path !== undefined && (
            <div key={name} className={styles.field}>
              <span>{t(`picker.${name}`)}</span>
              <CopyField label={t(`picker.${name}`)} value={`${window.location.origin}${path}`} />
            </div>
          ),
      )}
    </div>
  );
}
