import { useId, useState } from 'react';
import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { ApiError, Exposed, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { Bar, FormDialog, TwoLines } from '@balcao/sdk/ui';
import { contactPicker, type ChosenContact } from '@balcao/contacts/contract';
import { maskCnj, readCnj } from '../../cnj.ts';
import { lookUpList } from '../../contract.ts';
import { useRenewCases, type Monitoring } from '../data.ts';
import { CnjField } from './CnjField.tsx';
import { FoundCard } from './FoundCard.tsx';
import { useLookUp } from './useLookUp.ts';

const useStyles = makeStyles({
  ways: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '12px',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  label: { marginBottom: '4px', fontWeight: tokens.fontWeightSemibold },
  way: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    padding: '4px',
    '& label': { minWidth: 0 },
  },
  first: { color: tokens.colorNeutralForeground3, '@media (max-width: 599px)': { display: 'none' } },
});

export interface LookUpDialogProps {
  /** The contact of the conversation; absent: it is chosen here. */
  contact?: { id: number; name: string; email: string };
  /** The connection by which notices leave. */
  whatsappId?: number | null;
  /** 20 digits of a case of which the stored answer is shown at once. */
  first?: string | undefined;
  onClose(): void;
}

/** Looks a case up by its number, and links it to a contact. */
export default function LookUpDialog({ contact, whatsappId, first, onClose }: LookUpDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const errorText = useErrorText();
  const renew = useRenewCases();
  const ways = useId();
  const [number, setNumber] = useState(first === undefined ? '' : maskCnj(first));
  const [chosen, setChosen] = useState<ChosenContact | null>(null);
  const [byWhatsapp, setByWhatsapp] = useState(true);
  const [byEmail, setByEmail] = useState(false);
  const person = contact ?? chosen;
  const lookUp = useLookUp(contact?.id, first);
  const read = readCnj(number);
  const found = read.state === 'valid' && lookUp.found?.cnj === read.cnj ? lookUp.found : undefined;
  // The e-mail address of a chosen contact is not known here: the server tells.
  const hasEmail = contact ? contact.email !== '' : true;
  const linked = found?.monitoring ?? null;

  const link = async (): Promise<void> => {
    if (!person || !found) return;
    try {
      await api.post<Monitoring>('/legalProcessMonitoring', {
        cnj: found.cnj,
        contactId: person.id,
        notifyWhatsapp: byWhatsapp,
        notifyEmail: byEmail && hasEmail,
        ...(whatsappId && { whatsappId }),
      });
    } catch (error) {
      if (error instanceof ApiError && error.fields === undefined) toasts.error(t('link.failed'));
      throw error;
    }
    await renew();
    toasts.success(t('link.done'));
    onClose();
  };

  return (
    <FormDialog
      open
      width={680}
      title={t('lookUp.title')}
      submitLabel={t('link.submit')}
      disabled={!found || !person || linked !== null}
      aside={found && <span className={styles.first}>{linked ? t('link.already') : t('link.first')}</span>}
      onSubmit={link}
      onClose={onClose}
    >
      {/* No notification of what appears here, be it an answer or a failure. */}
      <div data-notices={lookUp.cnj === undefined ? undefined : lookUpList(lookUp.cnj)}>
        <CnjField value={number} onChange={setNumber} isSearching={lookUp.isSearching} onSearch={lookUp.search} />
      </div>
      {lookUp.isWaiting && (
        <div role="status">
          <Bar tone="info">{t(found ? 'lookUp.older' : 'lookUp.waiting')}</Bar>
        </div>
      )}
      {lookUp.isUnasked && (
        <div role="status">
          <Bar tone="info">{t('errors.ERR_LEGAL_NOT_ASKED')}</Bar>
        </div>
      )}
      {lookUp.error && (
        <Bar tone="bad" alert>
          {t('lookUp.failed')} {errorText(lookUp.error)}
        </Bar>
      )}
      {found && <FoundCard found={found} />}
      {!contact && (
        <Exposed
          of={contactPicker}
          props={{ label: t('link.contact'), value: chosen, required: true, onChange: setChosen }}
        />
      )}
      {found && linked === null && (
        <div>
          <div id={ways} className={styles.label}>
            {person ? t('link.notify', { name: person.name }) : t('link.notifyNobody')}
          </div>
          <div className={styles.ways} role="group" aria-labelledby={ways}>
            <div className={styles.way}>
              <Checkbox
                checked={byWhatsapp}
                onChange={(_, { checked }) => setByWhatsapp(checked === true)}
                label={<TwoLines text="WhatsApp" below={t('link.hours')} />}
              />
            </div>
            <div className={styles.way}>
              <Checkbox
                checked={byEmail && hasEmail}
                disabled={!hasEmail}
                onChange={(_, { checked }) => setByEmail(checked === true)}
                label={
                  <TwoLines
                    text={t('link.email')}
                    below={contact ? (hasEmail ? contact.email : t('link.noEmail')) : t('link.daily')}
                  />
                }
              />
            </div>
          </div>
        </div>
      )}
    </FormDialog>
  );
}
