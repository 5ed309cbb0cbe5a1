/** The people and customers of the demo. Numbers are fictitious and belong to the simulated network only. */
import type { Profile } from '@balcao/sdk/manifest';

export interface DemoPerson {
  email: string;
  name: string;
  profile: Profile;
  /** Names of the queues of the person. */
  queues: readonly string[];
}
export interface DemoContact {
  name: string;
  /** First name or form of address. */
  call: string;
  /** `dona`, `seu`; '' for companies. */
  title: 'dona' | 'seu' | '';
  number: string;
  origin?: string;
  /** Writes through the company's site instead of by telephone. */
  web?: boolean;
  extra?: Readonly<Record<string, string>>;
}

export const queueNames = ['Previdenciário', 'Trabalhista', 'Família e Sucessões'] as const;
export const queueColors = ['#3f7ad0', '#c77f2e', '#2e9e77'] as const;

export const owner: DemoPerson = {
  email: 'admin@balcao.local',
  name: 'Marina Azevedo',
  profile: 'admin',
  queues: queueNames,
};
export const platformOwner: DemoPerson = {
  email: 'super@balcao.local',
  name: 'Suporte Balcão',
  profile: 'admin',
  queues: [],
};
export const colleagues: readonly DemoPerson[] = [
  { email: 'gestor@balcao.local', name: 'Renata Lima', profile: 'gestor', queues: queueNames },
  {
    email: 'ana@balcao.local',
    name: 'Ana Beatriz Souza',
    profile: 'user',
    queues: ['Previdenciário', 'Família e Sucessões'],
  },
  { email: 'carlos@balcao.local', name: 'Carlos Eduardo Prates', profile: 'user', queues: ['Trabalhista'] },
  { email: 'juliana@balcao.local', name: 'Juliana Nakamura', profile: 'user', queues: ['Previdenciário'] },
];
export const otherOwner: DemoPerson = {
  email: 'admin@outra.local',
  name: 'Otávio Rezende',
  profile: 'admin',
  queues: ['Vendas'],
};

type Short = [name: string, title: DemoContact['title'], number: string, origin?: string, call?: string];
const people: readonly Short[] = [
  ['Maria Aparecida dos Santos Oliveira', 'dona', '5511987124417', 'INDICAÇÃO'],
  ['João Batista Figueiredo de Albuquerque', 'seu', '5511976503382', 'INDICAÇÃO'],
  ['Thaís Nascimento Cavalcanti', 'dona', '5511991846025', 'INSTAGRAM'],
  ['Wellington da Silva Conceição', 'seu', '5511968217740', 'GOOGLE'],
  ['Antônio Carlos Bittencourt', 'seu', '5519982036614', 'PARTICULAR'],
  ['Priscila Sayuri Nakamura', 'dona', '5511973349158', 'INSTAGRAM'],
  ['Edvaldo Rodrigues Pinheiro Júnior', 'seu', '5511984527093', 'INDICAÇÃO'],
  ['Condomínio Residencial Jardim das Acácias', '', '551133278840', 'GOOGLE', 'Rogério'],
  ['Sônia Regina Moreira', 'dona', '5511995310276', 'INDICAÇÃO'],
  ['Francisco de Assis Teixeira', 'seu', '5513981174052', 'FACEBOOK'],
  ['Josefa Ferreira Lopes', 'dona', '5511962480917', 'INDICAÇÃO'],
  ['Adriano Marcondes Vieira', 'seu', '5511978861340', 'TRÁFEGO PAGO'],
  ['Rosângela Aparecida Pires', 'dona', '5511983705521', 'FACEBOOK'],
  ['Paulo Henrique Guimarães Neto', 'seu', '5511999014863', 'GOOGLE'],
  ['Cleide Barbosa Rangel', 'dona', '5511965937208', 'INDICAÇÃO'],
  ['Marcelo Augusto Tavares', 'seu', '5512988450631', 'TRÁFEGO PAGO'],
  ['Vanessa Cristina Duarte', 'dona', '5511972186094', 'INSTAGRAM'],
  ['Benedito Luiz Camargo', 'seu', '5515996073418', 'PARTICULAR'],
  ['Ivone Terezinha Casagrande', 'dona', '5511967725803', 'INDICAÇÃO'],
  ['Rodrigo Salgado Menezes', 'seu', '5511981639247', 'TIKTOK'],
  ['Neusa Maria Carvalho', 'dona', '5511994207715', 'INDICAÇÃO'],
  ['Gilberto Pacheco Ramos', 'seu', '5511975048862', 'GOOGLE'],
  ['Fernanda Lacerda Brandão', 'dona', '5511986371409', 'INSTAGRAM'],
  ['Sebastião Alves Cordeiro', 'seu', '5516991582370', 'INDICAÇÃO'],
  ['Lúcia Helena Portinari', 'dona', '5511969914036', 'PARTICULAR'],
  ['Diego Nogueira Falcão', 'seu', '5511977250184', 'TRÁFEGO PAGO'],
  ['Aparecida de Lourdes Siqueira', 'dona', '5511988063927', 'INDICAÇÃO'],
  ['Metalúrgica Santo Expedito Ltda', '', '551140028317', 'GOOGLE', 'Sandra'],
  ['Nelson Takeshi Hirata', 'seu', '5511993481750', 'INDICAÇÃO'],
  ['Camila Rezende Tolentino', 'dona', '5511964096218', 'INSTAGRAM'],
  ['Osmar Guilherme de Paula', 'seu', '5511979634502', 'FACEBOOK'],
  ['Beatriz Helena Cordeiro', 'dona', '5511985817346', 'GOOGLE'],
  ['Valdir Aparecido Monteiro', 'seu', '5514997260583', 'INDICAÇÃO'],
  ['Eliane Souza Prado', 'dona', '5511971408829', 'FACEBOOK'],
  ['Leandro Matias Ferraz', 'seu', '5511966753091', 'TIKTOK'],
  ['Marlene Aparecida Fontoura', 'dona', '5511992945170', 'INDICAÇÃO'],
];

const extras: readonly Readonly<Record<string, string>>[] = [
  { CPF: '218.904.356-04', Benefício: 'NB 42/198.334.127-0', Pasta: 'www.exemplo.com.br/pastas/oliveira-4821' },
  { CPF: '307.118.942-60', Empresa: 'Viação Bandeirante' },
  { Filhos: 'Lívia, 7 anos' },
  { CPF: '164.552.887-31', Empresa: 'Metalúrgica Santo Expedito' },
];

export const telephones: readonly DemoContact[] = people.map(([name, title, number, origin, call], index) => ({
  name,
  title,
  number,
  ...(origin !== undefined && { origin }),
  call: call ?? name.split(' ')[0] ?? name,
  ...(extras[index] && { extra: extras[index] }),
}));

/** Visitors of the site, known by name only. */
export const visitors: readonly DemoContact[] = [
  { name: 'Luciana Ferraz de Camargo', call: 'Luciana', title: 'dona', number: '', web: true },
  { name: 'Ricardo Yoshio', call: 'Ricardo', title: 'seu', number: '', web: true },
  { name: 'Amanda Veloso', call: 'Amanda', title: 'dona', number: '', web: true },
  { name: 'Tiago Barreto', call: 'Tiago', title: 'seu', number: '', web: true },
];

/** The first of them is a customer of both companies: two independent contacts. */
export const otherContacts: readonly DemoContact[] = [
  { name: 'Maria Aparecida Oliveira', call: 'Maria', title: 'dona', number: '5511987124417' },
  { name: 'Fábio Andrade Queiroz', call: 'Fábio', title: 'seu', number: '5511970335582' },
];
