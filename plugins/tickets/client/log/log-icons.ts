import {
  ArrowClockwise16Regular,
  ArrowForward16Regular,
  ArrowUndo16Regular,
  Bot16Regular,
  ChatAdd16Regular,
  Checkmark16Regular,
  Eye16Regular,
  PeopleTeam16Regular,
  PersonArrowLeft16Regular,
  PersonArrowRight16Regular,
  PersonAvailable16Regular,
} from '@fluentui/react-icons';
import type { ComponentType } from 'react';

/** Icon of each type; a type of a later version is shown by its name. */
export const logIcons: Readonly<Record<string, ComponentType<{ className?: string }>>> = {
  create: ChatAdd16Regular,
  chatBot: Bot16Regular,
  queue: PeopleTeam16Regular,
  open: PersonAvailable16Regular,
  access: Eye16Regular,
  transfered: PersonArrowRight16Regular,
  receivedTransfer: PersonArrowLeft16Regular,
  pending: ArrowUndo16Regular,
  closed: Checkmark16Regular,
  reopen: ArrowClockwise16Regular,
  redirect: ArrowForward16Regular,
};
