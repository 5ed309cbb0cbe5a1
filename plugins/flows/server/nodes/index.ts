import type { FlowNode } from '../../contract.ts';
import { collectNode, questionNode, variableNode } from './ask.ts';
import { contactNode, httpNode, templateNode, webhookNode } from './connect.ts';
import { conditionNode, hoursNode, jumpNode, setNode, splitNode } from './decide.ts';
import { departmentNode, personNode } from './hand-over.ts';
import { attachmentNode, closeNode, delayNode, messageNode, noteNode, startNode } from './talk.ts';

/** The kinds of node of this plugin. */
export const builtInNodes: readonly FlowNode[] = [
  startNode,
  messageNode,
  questionNode,
  delayNode,
  attachmentNode,
  departmentNode,
  variableNode,
  conditionNode,
  hoursNode,
  collectNode,
  jumpNode,
  httpNode,
  splitNode,
  setNode,
  personNode,
  contactNode,
  noteNode,
  templateNode,
  webhookNode,
  closeNode,
];
