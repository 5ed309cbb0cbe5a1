import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowClockwise20Regular,
  Copy20Regular,
  DataHistogram20Regular,
  Delete20Regular,
  Edit20Regular,
  MoreHorizontal20Regular,
  RecordStop20Regular,
} from '@fluentui/react-icons';
import { Link, useNavigate } from 'react-router-dom';
import { useFormat, useT, useViewport } from '@balcao/sdk/client';
import { ChannelGlyph, IconButton } from '@balcao/sdk/ui';
import type { CampaignView } from '../../contract.ts';
import { filled, messageNames } from '../form/form-values.ts';
import { shownState } from '../campaign-state.ts';
import { CampaignStatusMark } from './CampaignStatusMark.tsx';
import { PauseBand } from './PauseBand.tsx';
import { ProgressCell } from './ProgressCell.tsx';
import { useRowStyles } from './row-styles.ts';

const useStyles = makeStyles({
  name: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  below: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  connection: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export interface CampaignRowProps {
  campaign: CampaignView;
  onStop(): void;
  onRestart(): void;
  onContinue(): void;
  onMove(): void;
  onEdit(): void;
  onDuplicate(): void;
  onRemove(): void;
}

/** A campaign in the list, with one named action for its state, and a band when it stands still. */
export function CampaignRow({
  campaign,
  onStop,
  onRestart,
  onContinue,
  onMove,
  onEdit,
  onDuplicate,
  onRemove,
}: CampaignRowProps) {
  const t = useT();
  const format = useFormat();
  const row = useRowStyles();
  const styles = useStyles();
  const navigate = useNavigate();
  const { wide } = useViewport();
  const { id, name, status, whatsapp, scheduledAt, completedAt, confirmation, contacts, isEditable, sent } = campaign;
  const state = shownState(campaign);
  const report = `/campaign/${id}/report`;
  const form = `/campaigns/${id}`;
  const isForm = state === 'inactive' || state === 'scheduled';
  const messages = filled(campaign, messageNames);
  const action =
    status === 'EM_ANDAMENTO' ? (
      <Button size="small" icon={<RecordStop20Regular />} onClick={onStop}>
        {t('action.stop')}
      </Button>
    ) : status === 'CANCELADA' ? (
      <Tooltip relationship="description" content={t('action.noRepeat', { done: format.number(sent) })}>
        <Button size="small" icon={<ArrowClockwise20Regular />} onClick={onRestart}>
          {t('action.restart')}
        </Button>
      </Tooltip>
    ) : isForm ? (
      <Button size="small" icon={<Edit20Regular />} onClick={() => void navigate(form)}>
        {t(isEditable ? 'action.edit' : 'action.view')}
      </Button>
    ) : (
      <Button size="small" icon={<DataHistogram20Regular />} onClick={() => void navigate(report)}>
        {t('action.report')}
      </Button>
    );
  const when = (date: string | null) => (date === null ? '—' : format.dateTime(date));
  return (
    <tbody className={row.group}>
      <tr className={row.row}>
        <th scope="row" className={row.name}>
          <Link className={styles.name} to={isForm ? form : report}>
            {name}
          </Link>
          <span className={styles.below}>
            {contacts > 0
              ? t('list.people', { count: contacts, shown: format.number(contacts) })
              : t('list.messages', { count: messages })}
          </span>
        </th>
        <td className={row.cell}>
          <CampaignStatusMark campaign={campaign} />
        </td>
        <td className={row.cell}>
          <ProgressCell campaign={campaign} />
        </td>
        <td className={row.cell}>
          <span className={styles.connection}>
            {whatsapp && <ChannelGlyph channel={whatsapp.channel} size={16} />}
            <span className={styles.text}>{whatsapp?.name ?? t('list.noConnection')}</span>
          </span>
        </td>
        <td className={row.wide}>{when(scheduledAt)}</td>
        <td className={row.wide}>{when(completedAt)}</td>
        <td className={row.wide}>{t(confirmation ? 'list.yes' : 'list.no')}</td>
        <td className={row.actions}>
          <span className={row.buttons}>
            {action}
            {!isForm && status !== 'FINALIZADA' && (
              <IconButton
                icon={<DataHistogram20Regular />}
                label={t('action.reportOf', { name })}
                onClick={() => void navigate(report)}
              />
            )}
            <Menu>
              <MenuTrigger disableButtonEnhancement>
                <IconButton icon={<MoreHorizontal20Regular />} label={t('action.moreOf', { name })} />
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  <MenuItem icon={<Copy20Regular />} onClick={onDuplicate}>
                    {t('action.duplicate')}
                  </MenuItem>
                  {status !== 'EM_ANDAMENTO' && (
                    <MenuItem icon={<Delete20Regular />} onClick={onRemove}>
                      {t('action.remove')}
                    </MenuItem>
                  )}
                </MenuList>
              </MenuPopover>
            </Menu>
          </span>
        </td>
      </tr>
      {state === 'stopped' && (
        <tr className={row.bandRow}>
          {/* More columns than are shown would take their share of the width. */}
          <td colSpan={wide ? 8 : 5} className={row.bandCell}>
            <PauseBand campaign={campaign} onContinue={onContinue} onMove={onMove} onEdit={onEdit} />
          </td>
        </tr>
      )}
    </tbody>
  );
}
