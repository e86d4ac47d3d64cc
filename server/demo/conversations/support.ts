import { attendant, bot, customer, quoting, reaction, withFile } from './script.ts';
import type { Script } from './script.ts';

const greeting = bot(
  'Olá, {nome}! Este é o suporte da *Aurora Móveis*. Informe o número do pedido para agilizar o atendimento.',
  'Oi, {nome}! Você está no suporte da *Aurora Móveis*. Descreva o que aconteceu e, se puder, mande uma foto.',
);

/** After the sale: deliveries, exchanges, invoices, assembly. */
export const supportScripts: readonly Script[] = [
  {
    lines: [
      customer(
        'Meu pedido {pedido} está atrasado, era para ter chegado {dia}',
        'Cadê meu pedido {pedido}? Não chegou até agora',
      ),
      greeting,
      attendant('Oi, {nome}, sinto muito pelo atraso. Vou consultar a transportadora agora.'),
      attendant(
        'Localizei: está na base de {bairro}, código de rastreio {rastreio}. A entrega foi remarcada para amanhã, entre 8h e 13h.',
      ),
      customer('Amanhã não vou estar em casa de manhã 😕'),
      quoting(1, attendant('Consigo passar para o período da tarde, das 13h às 18h. Fica bom?')),
      customer('Fica ótimo, pode ser'),
      attendant('Remarcado. E para compensar, deixei um cupom de 10% no seu cadastro: *VOLTA10*.'),
      reaction(1, '🙏'),
    ],
  },
  {
    lines: [
      customer('Olá, chegou com defeito', 'Bom dia, recebi o produto e veio com um risco na lateral'),
      withFile(customer('olha só'), 'image', 'IMG_2041.jpg', 'image/jpeg'),
      greeting,
      customer('Pedido {pedido}'),
      attendant('{nome}, obrigado(a) pela foto, dá para ver bem. Você prefere a troca da peça ou o reembolso?'),
      customer('A troca, por favor', 'Prefiro trocar, gostei do produto'),
      attendant('Abri a troca nº *{pedido}*. A coleta é em até 4 dias úteis e a peça nova sai no mesmo dia.'),
      withFile(
        attendant('Segue a etiqueta, é só colar na caixa.'),
        'pdf',
        'etiqueta-troca-{pedido}.pdf',
        'application/pdf',
      ),
      customer('Precisa da embalagem original?'),
      quoting(1, attendant('Ajuda, mas não é obrigatória. Basta proteger os cantos.')),
      customer('Perfeito, obrigada!', 'Ok, obrigado!'),
    ],
  },
  {
    lines: [
      customer('Preciso da nota fiscal do pedido {pedido}', 'Vocês podem me mandar a NF? Pedido {pedido}'),
      greeting,
      attendant('Claro, {nome}! Um instante.'),
      withFile(attendant(''), 'pdf', 'NF-e-{pedido}.pdf', 'application/pdf'),
      withFile(attendant('E o XML, caso seu contador peça.'), 'doc', 'NF-e-{pedido}.xml', 'application/xml'),
      customer('Era isso mesmo, obrigado', 'Maravilha 👏'),
      attendant('Por nada! Precisando, é só chamar.'),
    ],
  },
  {
    lines: [
      customer('O montador não apareceu hoje', 'Fiquei esperando o montador e ninguém veio'),
      greeting,
      attendant('Poxa, {nome}, peço desculpas. Qual o número do pedido?'),
      customer('{pedido}'),
      attendant(
        'Verifiquei com a equipe: houve um problema com o carro. Consigo para {dia} às {hora}, com prioridade.',
      ),
      customer('De novo não, né? Preciso que venham mesmo'),
      quoting(
        1,
        attendant('Você tem toda razão. Deixei o meu nome como responsável e te aviso quando ele sair daqui.'),
      ),
      customer('Tá bom, vou confiar', 'Ok, combinado'),
      attendant('Bom dia, {nome}! O montador João acabou de sair, chega em uns 30 minutos.'),
      customer('Chegou! Obrigada'),
      reaction(2, '👏'),
    ],
  },
  {
    lines: [
      customer('Quero cancelar o pedido {pedido}', 'Oi, como faço para cancelar uma compra?'),
      greeting,
      attendant('Oi, {nome}! Posso ajudar com isso. Aconteceu alguma coisa com o produto?'),
      customer('Comprei a cor errada 🤦', 'Achei outro que cabe melhor na sala'),
      attendant('Como ainda não foi faturado, consigo trocar o item sem cancelar. Quer ver as opções?'),
      customer('Ah, então melhor ainda. Tem na cor off-white?'),
      attendant('Tem! Mesmo valor, {valor}. Troquei no pedido, o prazo continua o mesmo.'),
      customer('Nossa, que fácil. Valeu!'),
    ],
  },
  {
    lines: [
      withFile(customer(''), 'audio', null, 'audio/ogg'),
      greeting,
      attendant('{nome}, ouvi aqui. As ferragens que faltaram são as do kit B, correto?'),
      customer('Isso, faltaram 4 parafusos e 2 cantoneiras'),
      attendant('Envio pelos Correios hoje, código {rastreio}. Chega em 3 dias úteis.'),
      customer('Obrigado pela rapidez', 'Tá certo, aguardo'),
      withFile(
        attendant('Se quiser ir adiantando, esse vídeo mostra a montagem passo a passo.'),
        'video',
        'montagem.mp4',
        'video/mp4',
      ),
      reaction(1, '👍'),
    ],
  },
  {
    lines: [
      customer('Meu reembolso ainda não caiu', 'Faz 10 dias do cancelamento e nada do estorno no cartão'),
      greeting,
      attendant('Oi, {nome}. Qual o pedido, por favor?'),
      customer('{pedido}'),
      attendant('O estorno de {valor} foi enviado à operadora. Pelo cartão aparece em até duas faturas.'),
      customer('Duas faturas?? Pelo Pix não dá?'),
      quoting(1, attendant('Dá sim. Me passa a chave, que o financeiro faz hoje até as 17h.')),
      customer('Meu celular, esse mesmo'),
      withFile(attendant('Feito, {nome}! Segue o comprovante.'), 'pdf', 'comprovante-{pedido}.pdf', 'application/pdf'),
      customer('Caiu aqui, obrigada pela ajuda', 'Recebido, muito obrigado 🙌'),
    ],
  },
  {
    lines: [
      customer('Como limpo o tecido desse sofá?', 'Oi, o manual não explica como limpar o tampo. Pode usar álcool?'),
      greeting,
      attendant('Oi, {nome}! Use só pano úmido com sabão neutro. Álcool pode manchar.'),
      withFile(attendant('Mando também o guia de cuidados.'), 'pdf', 'guia-de-cuidados.pdf', 'application/pdf'),
      customer('Ótimo, muito obrigada!', 'Valeu pela dica'),
    ],
  },
  {
    lines: [
      customer('Quero mudar o endereço de entrega do pedido {pedido}'),
      greeting,
      attendant('Claro, {nome}. Qual o endereço novo, com CEP?'),
      customer('{endereco}, CEP {cep}'),
      withFile(customer('fica aqui ó'), 'location', null, null),
      attendant('Alterado! Como é na mesma região, o prazo não muda: {dia}, até as 18h.'),
      customer('Obrigado!', 'Perfeito 👍'),
    ],
  },
];
