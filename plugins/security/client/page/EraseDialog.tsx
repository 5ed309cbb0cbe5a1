import { useState } from 'react';
import { Field, Input, makeStyles } from '@fluentui/react-components';
import { useApi, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import type { ContactRow } from './contact-row.ts';

const useStyles = makeStyles({ parts: { display: 'flex', flexDirection: 'column', gap: '16px' }, text: { margin: 0 } });

/** The erasure is irreversible, so it is confirmed by typing the name. */
export function EraseDialog(props: { contact: ContactRow; onErased(): void; onClose(): void }) {
  const { contact, onErased, onClose } = props;
  const t = useT();
  const api = useApi();
  const toasts = useToasts();
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState(false);
  const label = t('privacy.typeName', { name: contact.name });
  return (
    <ConfirmDialog
      open
      title={t('privacy.eraseTitle', { name: contact.name })}
      text={
        <div className={styles.parts}>
          <p className={styles.text}>{t('privacy.eraseText')}</p>
          <Field label={label} {...(fault ? { validationState: 'error' as const, validationMessage: label } : {})}>
            <Input
              value={typed}
              autoComplete="off"
              onChange={(_, { value }) => {
                setTyped(value);
                setFault(false);
              }}
            />
          </Field>
        </div>
      }
      confirmLabel={t('privacy.erase')}
      onConfirm={async () => {
        if (typed.trim().toLowerCase() !== contact.name.trim().toLowerCase()) return setFault(true);
        await api.post(`/privacy/contacts/${contact.id}/erase`, { confirm: true });
        toasts.success(t('privacy.erased'));
        onErased();
      }}
      onClose={onClose}
    />
  );
}
