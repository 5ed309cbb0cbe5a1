import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { Bot20Regular, MoreHorizontal20Regular, PersonCircle20Regular, Search20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Contributed, useT, useViewport } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { MarkItems } from '../steps/MarkItems.tsx';
import { TransferItems, LastItems } from '../steps/StepItems.tsx';
import type { HeaderProps } from './header-props.ts';
import { OptionsEntry, useOptions } from './OptionsEntries.tsx';
import type { OptionsItem } from './OptionsEntries.tsx';

const useStyles = makeStyles({
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '6px 10px 8px 6px',
    marginBottom: '4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  icon: { flexShrink: 0, color: tokens.colorBrandForeground1 },
});

/** Less frequent actions; on a phone, also those without room in the header. */
export function HeaderMenu({ ticket, actions, onTogglePanel, onSearch }: HeaderProps) {
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const options = useOptions(ticket);
  const [opened, setOpened] = useState<OptionsItem>();
  const Opened = opened?.component;
  return (
    <>
      <Menu hasIcons positioning={{ position: 'below', align: 'end' }}>
        <MenuTrigger disableButtonEnhancement>
          <IconButton icon={<MoreHorizontal20Regular />} label={t('action.more')} />
        </MenuTrigger>
        <MenuPopover>
          {ticket.isAutomaticService && (
            <div className={styles.state}>
              <Bot20Regular className={styles.icon} aria-hidden="true" />
              {t('options.automatic')}
            </div>
          )}
          <MenuList>
            {touch && (
              <>
                <MenuItem icon={<PersonCircle20Regular />} onClick={onTogglePanel}>
                  {t('contact.show')}
                </MenuItem>
                <MenuItem icon={<Search20Regular />} onClick={onSearch}>
                  {t('search.open')}
                </MenuItem>
                <TransferItems ticket={ticket} actions={actions} />
              </>
            )}
            {options.map((item) => (
              <OptionsEntry key={`${item.plugin}/${item.id}`} item={item} ticket={ticket} onOpen={setOpened} />
            ))}
            <MarkItems ticket={ticket} actions={actions} />
            <LastItems ticket={ticket} />
          </MenuList>
        </MenuPopover>
      </Menu>
      {opened && Opened && (
        <Contributed item={opened}>
          <Opened ticket={ticket} onClose={() => setOpened(undefined)} />
        </Contributed>
      )}
    </>
  );
}
