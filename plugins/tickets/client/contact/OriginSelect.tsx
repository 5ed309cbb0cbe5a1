import { Dropdown, Option, makeStyles } from '@fluentui/react-components';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { originName } from '@balcao/contacts/contract';
import { askContactAgain, contactChanged } from './contact-details.ts';
import type { ContactDetails } from './contact-details.ts';

/** The origins that are offered when the company has no list of its own, written as that setting is. */
const usualOrigins = 'FACEBOOK,INSTAGRAM,GOOGLE,TIKTOK,TRÁFEGO PAGO,INDICAÇÃO,PARTICULAR,OUTROS';
/** The option for no origin, which is stored as null. */
const none = '';

const useStyles = makeStyles({
  select: { minWidth: 0, width: '100%' },
});

/** Returns the company's origins, or the default ones, including a saved one that is not in the list any more. */
export function originsOf(setting: unknown, saved: string | null | undefined): string[] {
  const listed = (typeof setting === 'string' && setting.trim() !== '' ? setting : usualOrigins)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return [...new Set(saved ? [...listed, saved] : listed)];
}

/** A choice of how the contact came to the company (an advert, a referral …), saved at once. */
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
    // Shows what is stored, also after an error.
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
