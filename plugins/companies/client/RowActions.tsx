import { useState } from 'react';
import { makeStyles } from '@fluentui/react-components';
import { Delete20Regular, DoorArrowRight20Regular, Edit20Regular } from '@fluentui/react-icons';
import { api, Contributed, usePoint, useSession, useT } from '@balcao/sdk/client';
import { ConfirmDialog, IconButton } from '@balcao/sdk/ui';

import type { CompanyRow } from '../contract.ts';
import { rowActions } from './parts.ts';
import { RemoveDialog } from './RemoveDialog.tsx';

const useStyles = makeStyles({
  actions: {
    display: 'inline-flex',
    gap: '2px',
    whiteSpace: 'nowrap',
    // Two rows of buttons leave room for the name.
    '@media (max-width: 599px)': { flexWrap: 'wrap', justifyContent: 'flex-end', maxWidth: '132px' },
  },
});

interface RowActionsProps {
  company: CompanyRow;
  onEdit(company: CompanyRow): void;
  onChanged(): void;
}

/** The actions on a company, by this plugin and by others. */
export function RowActions({ company, onEdit, onChanged }: RowActionsProps) {
  const t = useT();
  const styles = useStyles();
  const session = useSession();
  const added = usePoint(rowActions);
  const [question, setQuestion] = useState<'enter' | 'delete'>();
  const { id, name } = company;
  const isOwn = id === session.company.id;
  const close = (): void => setQuestion(undefined);

  return (
    <span className={styles.actions}>
      {added.map((item) => (
        <Contributed key={`${item.plugin}/${item.id}`} item={item} inline>
          <item.component company={company} onChanged={onChanged} />
        </Contributed>
      ))}
      <IconButton
        icon={<DoorArrowRight20Regular />}
        label={t('action.enter', { name })}
        disabledFocusable={isOwn || !company.status}
        onClick={() => !isOwn && company.status && setQuestion('enter')}
      />
      <IconButton icon={<Edit20Regular />} label={t('action.edit', { name })} onClick={() => onEdit(company)} />
      <IconButton
        icon={<Delete20Regular />}
        label={t('action.delete', { name })}
        disabledFocusable={isOwn}
        onClick={() => !isOwn && setQuestion('delete')}
      />
      <ConfirmDialog
        open={question === 'enter'}
        title={t('enter.title', { name })}
        text={t('enter.text')}
        confirmLabel={t('enter.confirm')}
        danger={false}
        onClose={close}
        onConfirm={async () => {
          await api.post(`/auth/visit/${id}`);
          // Loads the page anew, because from here on the session is one of another company. The current page is
          // replaced in the history, so that the back button does not show it as the browser kept it in memory.
          location.replace('/');
        }}
      />
      {question === 'delete' && <RemoveDialog company={company} onClose={close} onRemoved={onChanged} />}
    </span>
  );
}
