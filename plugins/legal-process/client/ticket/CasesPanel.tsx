import { useState } from 'react';
import { Button, Link as Plain, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular, Clock12Regular, Warning16Filled } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { Count, ext } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { useCourtFormat } from '../court-format.ts';
import { lastStepOf, useContactCases, useLiveCases, type Monitoring } from '../data.ts';
import LookUpDialog from '../look-up/LookUpDialog.tsx';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: '0 0 8px', padding: 0, display: 'flex', flexDirection: 'column', gap: '10px' },
  head: { display: 'flex', alignItems: 'center', gap: '6px' },
  number: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  warn: { color: ext.warn },
  none: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The cases of the customer: number, last step, age of the data, and how many steps are new. */
export default function CasesPanel({ ticket }: { ticket: TicketView }) {
  const t = useT();
  const styles = useStyles();
  const [isLookingUp, setLookingUp] = useState(false);
  const { data: cases = [] } = useContactCases(ticket.contactId);
  useLiveCases();
  return (
    <>
      {cases.length === 0 ? (
        <p className={styles.none}>{t('panel.none')}</p>
      ) : (
        <ul className={styles.list}>
          {cases.map((one) => (
            <CaseLine key={one.id} monitoring={one} />
          ))}
        </ul>
      )}
      <Button size="small" icon={<Add16Regular />} onClick={() => setLookingUp(true)}>
        {t('lookUp.title')}
      </Button>
      {isLookingUp && (
        <LookUpDialog
          contact={ticket.contact}
          whatsappId={ticket.whatsappId || null}
          onClose={() => setLookingUp(false)}
        />
      )}
    </>
  );
}

function CaseLine({ monitoring }: { monitoring: Monitoring }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const courtFormat = useCourtFormat();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { id, cnj, newSteps, checkedAt, sources } = monitoring;
  const last = lastStepOf(monitoring);
  const fault = sources.find((one) => one.fault !== null);
  const path = `/legal-process/${id}/report`;
  return (
    <li>
      <div className={styles.head}>
        <Plain
          className={styles.number}
          href={path}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void navigate(path);
          }}
        >
          {cnj}
        </Plain>
        {newSteps > 0 && (
          <Count value={newSteps} unread label={t(newSteps === 1 ? 'new.one' : 'new.many', { count: newSteps })} />
        )}
      </div>
      <div className={styles.line}>{last ? `${last.title}, ${courtFormat.dateTime(last.at)}` : t('value.noStep')}</div>
      {fault ? (
        <div className={styles.line}>
          <Warning16Filled className={styles.warn} aria-hidden />
          {errorText(fault.fault)}
        </div>
      ) : (
        checkedAt !== null && (
          <div className={styles.line}>
            <Clock12Regular aria-hidden />
            {t('panel.checked', { at: format.relative(checkedAt) })}
          </div>
        )
      )}
    </li>
  );
}
