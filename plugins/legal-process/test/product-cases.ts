import { sql } from '@balcao/sdk/server';
import type { Product } from '../../../scripts/test/product/product.ts';
import { numberOf } from './number-of.ts';
import { Courts, movement } from './simulator/courts.ts';

/** A case of the demo's client, with instances, parties, lawyers and publications. */
export const richCase = numberOf(5_004_312, '403');
/** A case of one movement. */
export const plainCase = numberOf(71, '826');

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Returns the id of the demo's company. */
export const companyOf = async (product: Product): Promise<number> => {
  const { rows } = await product.host.kernel.database.owner.query<{ id: number }>(
    `select company_id as id from kernel."user" where email = 'admin@balcao.local'`,
  );
  return rows[0]?.id ?? 0;
};

/** Adds a connection with a reply window to the demo's company, with templates that its provider approved. */
export const openOfficialNumber = async (product: Product): Promise<void> => {
  const scope = product.host.kernel.scope(await companyOf(product), 'channel-whatsapp-cloud');
  const row = await product.host.kernel
    .scope(scope.company.id, 'connections')
    .sql.one<{ id: number }>(
      sql`insert into connections.connection (name, channel, status) values ('WhatsApp oficial', 'whatsapp-cloud', 'CONNECTED') returning id`,
    );
  const body = { type: 'BODY', text: 'Olá {{1}}, seu processo {{2}} teve um andamento: {{3}}.' };
  const templates = [
    { name: 'andamento_processual', status: 'APPROVED', components: [body] },
    { name: 'boletim_com_pdf', status: 'APPROVED', components: [{ type: 'HEADER', format: 'DOCUMENT' }, body] },
    { name: 'em_analise', status: 'PENDING', components: [body] },
  ];
  for (const { name, status, components } of templates)
    await scope.sql.run(
      sql`insert into channel_whatsapp_cloud.template (connection_id, graph_id, name, language, category, status, parameter_format, components)
          values (${row?.id}, ${name}, ${name}, 'pt_BR', 'UTILITY', ${status}, 'POSITIONAL', ${JSON.stringify(components)}::jsonb)`,
    );
};

/** Switches the module on in the demo's company, whose courts are simulated ones. */
export const openCases = async (product: Product): Promise<Courts> => {
  const courts = await Courts.open();
  const { kernel } = product.host;
  const companyId = await companyOf(product);
  await kernel.identity.settings.set(companyId, 'legalProcess', 'enabled');
  await kernel.scope(companyId, 'legal-process').secrets.set('sources', JSON.stringify(courts.setup));
  courts.cases.set(richCase, [
    {
      grau: 'G1',
      tribunal: 'TRF3',
      dataAjuizamento: '20250314140600',
      dataHoraUltimaAtualizacao: daysAgo(1),
      classe: { codigo: 7, nome: 'Procedimento Comum Cível' },
      orgaoJulgador: { codigo: 1, nome: '2ª Vara Previdenciária de São Paulo' },
      assuntos: [{ codigo: 1, nome: 'Aposentadoria por Tempo de Contribuição' }, [{ codigo: 2, nome: 'Averbação' }]],
      movimentos: [
        movement(26, 'Distribuição', daysAgo(250), 'sorteio'),
        movement(11010, 'Mero expediente', daysAgo(102)),
        movement(581, 'Juntada de laudo pericial', daysAgo(32)),
        movement(85, 'Juntada de petição de manifestação da parte autora sobre o laudo pericial contábil', daysAgo(13)),
      ],
    },
  ]);
  courts.publications.set(richCase, [
    {
      id: 1,
      data_disponibilizacao: daysAgo(16).slice(0, 10),
      tipoComunicacao: 'Intimação',
      nomeClasse: 'Procedimento Comum Cível',
      texto: 'Manifeste-se a parte autora sobre o laudo pericial em 15 dias.',
      link: 'https://comunica.pje.jus.br/consulta/1',
      destinatarios: [
        { nome: 'Maria Aparecida dos Santos Oliveira', polo: 'A' },
        { nome: 'Instituto Nacional do Seguro Social', polo: 'P' },
      ],
      destinatarioadvogados: [
        { advogado: { nome: 'Marina Azevedo', numero_oab: '284113', uf_oab: 'SP' } },
        { advogado: { nome: 'Procuradoria Federal Especializada do INSS' } },
      ],
    },
  ]);
  courts.cases.set(plainCase, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', daysAgo(3))] }]);
  return courts;
};
