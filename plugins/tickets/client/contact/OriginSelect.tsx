import { Dropdown, Option, makeStyles } from '@fluentui/react-components';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { originName } from '@balcao/contacts/contract';
import { askContactAgain, contactChanged } from './contact-details.ts';
import type { ContactDetails } from './contact-details.ts';

/** Origins of contacts, unless the company has its own list. */
const usualOrigins = 'FACEBOOK,INSTAGRAM,GOOGLE,TIKTOK,TRÁFEGO PAGO,INDICAÇÃO,PARTICULAR,OUTROS';
const none = '';

const useStyles = makeStyles({
  select: { minWidth: 0, width: '100%' },
});

/** Returns the company's origins, or the default ones, including a chosen one that is not in the list any more. */
export function originsOf(setting: unknown, chosen: string | null | undefined): string[] {
  const listed = (typeof setting === 'string' && setting.trim() !== '' ? setting : usualOrigins)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return [...new Set(chosen ? [...listed, chosen] : listed)];
}

/** The origin of the contact, saved at once. */
export function OriginSelect({ contact }: { contact: ContactDetails }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { setting } = useSession();
  const origin = contact.origin ?? none;
  const choose = async (chosen: string): Promise<void> => {
    contactChanged(contact.id, { origin: chosen || null });
    try {
      await api.put(`/contacts/${contact.id}/origin`, { origin: chosen || null });
    } catch (error) {
      toasts.error(error);
    }
    await askContactAgain(contact.id);
  };
  return (
    <Dropdown
      className={styles.select}
      size="small"
      appearance="filled-darker"
      aria-label={t('contact.origin')}
      placeholder={t('contact.noOrigin')}
      value={originName(origin)}
      selectedOptions={[origin]}
      onOptionSelect={(_, { optionValue = none }) => optionValue !== origin && void choose(optionValue)}
    >
      {origin !== none && (
        <Option value={none} text={t('contact.noOrigin')}>
          {t('contact.noOrigin')}
        </Option>
      )}
      {originsOf(setting('originContact'), contact.origin).map((each) => (
        <Option key={each} value={each} text={originName(each)}>
          {originName(each)}
        </Option>
      ))}
    </Dropdown>
  );
}
