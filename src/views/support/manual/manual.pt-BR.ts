import type { Manual } from './chapters.ts';

export const manual: Manual = {
  start: {
    title: 'Primeiros passos',
    body: `Ao entrar, você vê o *Início*: quantas conversas esperam, as transferências para você e as instâncias da empresa.

O menu fica à esquerda; o botão no pé dele mostra os nomes. No celular, ele fica embaixo, e *Mais* mostra o resto. Você só vê o que o seu perfil permite.

- A sua foto, no alto, abre o perfil, o tema, o idioma, os avisos, o bloqueio da tela e a saída.
- O sinal ao lado mostra a conexão. Sem internet você continua escrevendo: enviamos quando ela voltar.
- O ponto de interrogação abre este manual no capítulo da tela em que você está.`,
  },
  attendance: {
    title: 'Atendimento',
    body: `À esquerda ficam as conversas, no meio a conversa aberta e à direita os dados do cliente.

- *Minhas* são as conversas com você e *Fila*, as que ainda não têm dono: responder já traz a conversa para você. O número ao lado diz quantas são.
- Enquanto um fluxo responde ao cliente, a conversa fica em *Robô*, e não na fila. Quando o fluxo a encaminha, ela entra na fila, e a espera conta dali.
- *Ordenar e filtrar* põe a maior espera no topo ou mostra só parte das conversas.
- *N* abre a conversa de quem espera há mais tempo.
- *M* marca uma conversa como lida sem abrir, ou como não lida; o menu da linha também, e a seleção, várias de uma vez. Nas suas, o cliente vê os tiques.
- *E* abre as etiquetas do cliente da conversa aberta ou da linha em foco; o menu da linha também.
- A barra de espaço na lista, ou *Selecionar* no menu da linha, seleciona conversas: dá para assumir, adiar, transferir, finalizar, marcar como lidas e etiquetar todas de uma vez. O que for recusado aparece com o motivo.
- Conversas fixadas ficam no topo. As outras vêm da mais recente para a mais antiga.
- *Enter* envia e *Shift+Enter* quebra a linha. Em *Configurações* dá para trocar: *Ctrl+Enter* envia e *Enter* quebra a linha. O rascunho de cada conversa fica guardado.
- Um link que começa com https:// chega ao cliente com a prévia da página.
- Entre asteriscos o texto sai em negrito, entre sublinhados em itálico e entre tis riscado. Linhas que começam com um hífen ou um número com ponto e um espaço viram lista; com > e um espaço, citação.
- Um tique: enviada. Dois: entregue. Dois azuis: lida. Em vermelho: não saiu, com o motivo e a opção de tentar de novo.

O WhatsApp permite texto livre até 24 horas depois da última mensagem do cliente. O tempo que resta aparece no alto da conversa.

Por SMS não há janela de 24 horas, nem arquivos, reações, respostas a uma mensagem ou confirmação de leitura. Abaixo do campo aparece quantos SMS o texto ocupa; *Tirar acentos* encurta o que passou. Quem escreve SAIR, PARE, STOP ou CANCELAR por SMS não quer mais ofertas por SMS.

Para citar uma mensagem na resposta, passe por ela e use *Responder*. Uma mensagem enviada não é apagada por aqui: a API da Meta e o SMS não permitem, e nos números por gateway o Balcão também não apaga, para o registro do atendimento ficar inteiro. O que o cliente edita ou apaga aparece como uma linha que cita a mensagem.

*Selecionar*, no menu de uma mensagem, ou Shift com as setas seleciona várias: clique nas outras, ou use a barra de espaço. Depois, *Encaminhar* (tecla *E*) ou *Copiar* leva todas de uma vez, em ordem. *Esc* sai da seleção.

- *Anexar*, colar ou arrastar envia fotos, vídeos e documentos; o menu *Anexar* envia também localizações, contatos, e botões ou uma lista para o cliente escolher. O microfone grava um áudio. Nos números por gateway vão também, como documentos, ZIP, MOV, HEIC, ODT e outros formatos que a API da Meta não aceita; programas, por canal nenhum.
- Um áudio continua tocando quando você abre outra conversa: a barra com o nome pausa, avança e leva de volta a ele.
- Com uma imagem aberta, a roda do mouse, dois dedos, o duplo clique ou *+* e *-* aproximam e afastam, *0* ajusta à janela e *R* gira. Arraste, ou use Shift com as setas, para ver o resto.
- *Nota interna* escreve para a equipe: o cliente não recebe. Com @ você menciona um colega.
- Enquanto um fluxo responde, a conversa diz qual é e em que passo está. *Parar fluxo* manda o atendimento para a fila, e escrever ou *Assumir* também interrompe o fluxo. Ao lado ficam o passo e o que o cliente já respondeu; dali *Devolver ao fluxo* continua de onde parou. *Iniciar fluxo* começa um fluxo ativo no atendimento, depois de mostrar o que ele diz primeiro.
- Ao lado da conversa ficam os dados do cliente, as etiquetas, os arquivos e *Bloquear cliente*.`,
  },
  transfers: {
    title: 'Transferências',
    body: `Em *Transferir*, no alto da conversa, escolha quem vai continuar. Aparecem as pessoas que atendem aquela instância, com aviso de quem está ausente. O recado é opcional e o cliente não vê.

A pessoa recebe um aviso e a conversa só muda de mãos quando ela aceita. Enquanto isso você continua atendendo e pode cancelar.

Se ninguém responde ao cliente no prazo do departamento, o Balcão oferece a conversa a outra pessoa sozinho. O prazo fica em Departamentos ou em Configurações dinâmicas.`,
  },
  finishing: {
    title: 'Finalizar um atendimento',
    body: `Use *Finalizar* quando o assunto terminou. A conversa sai da sua lista e fica em *Finalizadas*, com o protocolo. Por alguns segundos dá para desfazer.

Se a empresa tem desfechos, escolha um com o mouse, com as setas ou com o número ao lado dele. É opcional, e *Enter* finaliza. O desfecho aparece na conversa, na lista e nos relatórios.

Se o cliente escrever de novo, um novo atendimento começa, com outro protocolo. O anterior continua em *Atendimentos anteriores*, ao lado da conversa.

Uma transferência que ainda esperava resposta é cancelada.`,
  },
  search: {
    title: 'Buscar conversas',
    body: `Em qualquer tela, use *Ctrl+K* (ou ⌘K no Mac) e digite parte do nome do cliente, um número, um protocolo, palavras de uma mensagem ou o que você quer fazer: telas e ações também aparecem. Com *#* na frente, só protocolos; com *>*, só ações.

Para filtrar a lista, aperte */* e digite parte do nome do cliente. Maiúsculas não importam.

A busca olha o que está na aba escolhida: se não encontrou em *Minhas*, tente *Todas* ou *Finalizadas*, e confira a instância escolhida no alto.

*Filtrar mensagens*, abaixo da busca, e *Filtrar*, na busca dentro da conversa, mostram só as do cliente ou da empresa, e só as dos dias que você escolher. Em *Finalizadas*, *Ordenar e filtrar* mostra as de um período ou desfecho.

Tem o número do protocolo? Use a tela *Protocolo WhatsApp*.`,
  },
  quickReplies: {
    title: 'Respostas rápidas',
    body: `Na conversa, digite */* e parte do atalho, no começo ou depois de um espaço; o botão com a barra, ao lado da caixa, faz o mesmo. Escolha com as setas e aperte *Enter*: o texto entra na caixa e você ainda pode mudá-lo antes de enviar.

- *Minhas respostas rápidas* só você usa. As da empresa valem para toda a equipe.
- No texto, {{cliente}}, {{atendente}}, {{protocolo}} e {{saudacao}} dão lugar ao que vale naquela conversa.
- No menu de uma mensagem, *Criar resposta rápida* guarda o texto dela entre as suas.`,
  },
  templates: {
    title: 'Modelos e novas conversas',
    body: `O WhatsApp só deixa escrever livremente por *24 horas* depois da última mensagem do cliente. O tempo que resta aparece no alto da conversa; nas últimas duas horas, também acima da caixa de mensagem, e um aviso lembra quem atende.

- Passado o tempo, os modelos tomam o lugar da caixa; *Alt+E* leva até eles. O que você digitou continua guardado.
- Um *modelo* é um texto que a Meta aprovou. Preencha as variáveis, escolha a imagem, o vídeo ou o PDF se ele tiver um no topo, e confira ao lado como o cliente vai receber.
- Quando o cliente responde, você volta a escrever livremente.
- Os modelos são escritos em *Modelos de mensagem*, ou no Gerenciador do WhatsApp. Os aprovados aparecem aqui em poucos minutos; os pausados ou recusados somem da lista.

Para falar com um número primeiro, use *Nova conversa* na lista (teclas *Alt+C*, ou Ctrl+K). Se alguém já atende esse número, o Balcão leva você até a conversa ou diz com quem ela está.`,
  },
  templateEditor: {
    title: 'Escrever modelos de mensagem',
    body: `Um *modelo* é uma mensagem que o WhatsApp aprova antes. Aprovado, ele aparece na hora para os atendentes dos números da mesma conta e nas campanhas.

*Novo modelo* começa um rascunho. *Salvar rascunho* o guarda como está; *Enviar para análise* o manda ao WhatsApp.

- O nome tem letras minúsculas, números e _. Nome, idioma e números não mudam depois do envio.
- Em *Topo*, escolha um título, uma imagem, um vídeo ou um documento. *Rodapé* e *Botões* são opcionais.
- *Carrossel* troca topo, rodapé e botões por 2 a 10 cartões, cada um com imagem ou vídeo, texto e os mesmos tipos de botão. Cada cartão vai com o seu arquivo de exemplo, a menos que quem envia, ou a campanha, escolha outro.
- Variáveis ficam entre chaves duplas: com números, a partir do 1, ou com nomes. Cada uma precisa de um exemplo. O texto não começa nem termina com uma.
- *Como o cliente vai ver* mostra a mensagem com os exemplos.

A situação e a qualidade mudam sozinhas.

- *Em análise*: espere. Costuma levar minutos.
- *Recusado*: o motivo está no alto. Corrija e envie de novo.
- *Pausado*: clientes o avaliaram mal. Ninguém pode enviá-lo até a pausa acabar.
- *Desativado*: copie-o e escreva outro.

Mudar um modelo aprovado cria uma mudança não enviada. Enviada, ele volta à análise e ninguém o usa até a resposta. Excluir o tira também do WhatsApp; enquanto uma campanha em andamento o usa, isso não é possível.`,
  },
  customers: {
    title: 'Etiquetas e campos do cliente',
    body: `Em *Etiquetas e campos* você define o que a equipe marca e preenche sobre cada cliente.

- Uma *etiqueta* aparece ao lado da conversa e na lista. Qualquer atendente pode dar ou tirar.
- Um *campo* tem um tipo: texto, número, data, opções ou sim e não. O tipo não muda mais depois que alguém preencher.
- A *ordem* diz qual campo aparece antes.
- Um *desfecho* diz como um atendimento terminou. Quem finaliza escolhe na lista.

Em *Base de clientes* entram clientes de uma planilha, CSV ou XLSX, de até 2 milhões de linhas.

1. Toque em *Importar arquivo*. O separador e a codificação são achados sozinhos; se o mesmo arquivo já foi enviado, a tela avisa.
2. Em *Colunas*, diga para onde vai cada uma. O que os nomes dizem já vem escolhido, como da última vez. Uma só é o *Telefone*.
3. A *Conferência* olha cada linha: quantos são novos, quem já está na base, o que é recusado e por quê. Baixe as *Recusadas* para ter essas linhas, com a linha e o motivo, para corrigir e enviar de novo.
4. Escolha o que fazer com quem já está na base: *Preencher vazios*, *Atualizar com o arquivo* ou *Não mexer*. Quem pediu para sair ou está bloqueado continua assim em qualquer caso.
5. Em *De onde vem o consentimento*, diga a origem, a data e os canais, e declare. Sem a declaração, entram sem consentimento.
6. O botão do alto começa a importação. Dá para *Pausar*, *Retomar* e *Cancelar*; se o servidor parar, continua da última linha, sem repetir ninguém.

Por 30 dias, *Desfazer* tira quem entrou e devolve o que mudou. Quem já tem conversa, recebeu campanha, foi editado ou fixado, ou ganhou uma etiqueta ou um grupo fica, com o consentimento declarado.

Em *Clientes*, a busca acha palavras do nome, um telefone ou os últimos dígitos dele, e a lista filtra por etiqueta, campo, grupo, público, instância, último contato, bloqueio e consentimento. *Colunas* escolhe o que aparece, também os campos da empresa e o consentimento; nome e telefone ficam sempre. *Salvar esta visão* guarda filtros e ordem com um nome, só para você, até 10; a visão avisa se a etiqueta, o grupo, a instância ou o campo dela não existe mais. *Baixar* leva a lista, com os filtros da tela, para CSV ou XLSX.

Em *Editar*, no cadastro do cliente, corrija o *Telefone* de quem nunca escreveu. Depois que alguém escreve de um número, ele não muda mais à mão: se o cliente trocar de número no WhatsApp, o cadastro acompanha. Se o número certo já for de outro cadastro, use *Juntar com outro cliente*.

O *Fuso horário* do cadastro diz a que horas as próximas campanhas chegam ao cliente que se mudou. Sem ele, vale o do DDD. Uma planilha também pode trazer, com nomes como America/Manaus.

Em *Contatos bloqueados* ficam os números dos quais nada chega e para os quais nada sai, com o motivo, quem bloqueou e quando. Cole uma lista, um número por linha, ou use *Trazer de um arquivo CSV, TXT ou Excel*. O que está errado fica para você corrigir; *Baixar as linhas recusadas* dá todas, com o motivo. *Baixar* leva a lista para CSV ou XLSX. Um cliente fica bloqueado enquanto um dos números dele estiver na lista.

Na página do cliente, que se abre em *Clientes*, ficam os dados, os grupos, as campanhas que recebeu e os atendimentos anteriores. *Consentimento para ofertas* mostra a última palavra dele por WhatsApp e por SMS e tudo o que veio antes. Quem cuida da base registra o que o cliente disse, com a comprovação. Nada é apagado desse histórico.

Se a pessoa pedir, um administrador exporta tudo o que se sabe dela (*Exportar os dados desta pessoa*) ou apaga para sempre (*Apagar a pedido (LGPD)…*), na página dela, aberta em *Clientes*. A exportação é um ZIP com os dados e as mensagens em cliente.json, a foto e os arquivos das conversas e das campanhas; o que já não existe é dito ali. Os atendimentos continuam contados, sem nome nem conteúdo. Se a pessoa estava bloqueada ou não aceitava ofertas, o Balcão guarda só um código do número, que não dá para ler: se ela voltar, por um arquivo ou escrevendo, entra como novo cliente com as mesmas recusas, e pode ser desbloqueada ou consentir como qualquer outra.

Excluir uma etiqueta a tira de todos os clientes. Excluir um campo apaga o que foi preenchido nele. Um desfecho excluído deixa de aparecer ao finalizar; os atendimentos já finalizados com ele não mudam.`,
  },
  audiences: {
    title: 'Públicos e grupos de clientes',
    body: `Um *público* é o conjunto dos clientes que atendem a condições: etiqueta, grupo, instância, DDD, nome, último contato, consentimento, bloqueio ou um campo da empresa. Ele não guarda nomes: quem passa a atender entra sozinho.

- *Todas* pede cada condição, *Qualquer* pede uma só e *Exceto* deixa fora quem tiver alguma. Grupos podem ficar dentro de grupos: até 5 níveis e 50 condições.
- Enquanto você monta, o Balcão conta os clientes, diz quantos cada canal alcança e mostra alguns. Clique num deles para ver por que está dentro; em *Verificar um cliente*, ache qualquer outro para ver por que está fora. *Ver os clientes*, no menu do público, abre a lista inteira, que se pode baixar.
- O número ao lado de cada condição é o de clientes que ela, sozinha, encontra.

Um *grupo de clientes* tem nome e membros. Os membros são escolhidos um a um, na lista de clientes, ou seguem um público.

- Um grupo que segue um público é refeito quando o público muda, uma vez por dia, quando começa uma campanha que depende dele, e quando alguém escolhe *Atualizar pelo público*. Entre uma vez e outra fica como está.
- Tirar o público de um grupo mantém os clientes que ele tem.
- Não podem ser excluídos um público que um grupo segue, nem um público ou grupo de uma campanha agendada.`,
  },
  campaigns: {
    title: 'Campanhas',
    body: `Uma *campanha* envia uma mensagem a muitos clientes, cada um no máximo uma vez, e mostra quem recebeu e por que os outros não.

*Nova campanha* tem cinco etapas: *Canal*, *Público*, *Mensagem*, *Quando* e *Revisão*. Nada é enviado antes da revisão.

- Em *Canal*, escolha os números que enviam: todos de WhatsApp ou todos de SMS. Números por gateway não enviam campanhas, porque o WhatsApp bane quem envia em massa por eles.
- Em *Público*, escolha um público, um grupo, um arquivo ou todos os clientes. *Um arquivo* passa pela importação da base, com o consentimento, e vira um grupo: *Usar este grupo na campanha*. Enquanto o arquivo está entrando, as campanhas com o grupo dele aguardam. Bloqueados e quem pediu para sair do canal da campanha nunca recebem.
- Em *Mensagem*, diga de onde vem cada variável e o que usar quando faltar. *Texto livre* só vai para quem escreveu nas últimas 24 horas, e pode ir com uma imagem, um vídeo ou um documento. O arquivo, ou um áudio, também pode ir sozinho. Se o modelo tem imagem, vídeo ou PDF no topo, *Escolher arquivo…* o envia, igual para todos.
- Por SMS vai só texto, com variáveis, e sem a janela de 24 horas. Abaixo do texto aparece quantos SMS ele ocupa, e *Tirar acentos* o encurta. Nomes com ã, õ ou ç podem ocupar mais: o *Ensaio* conta com eles. Não há confirmação de leitura, e algumas operadoras não confirmam a entrega.
- Em *Quando*, escolha o início, o horário de envio, que vale no fuso de cada cliente, o ritmo e, se quiser, *Dividir em partes*. Cada parte pode ter a sua mensagem: *Comparar com outra mensagem (A/B)*, em *Mensagem*, manda uma a cada metade.
- Salvo o rascunho, o *Ensaio* diz quantos vão receber, quem fica de fora e por quê, quanto tempo leva, mais ou menos, e o *Custo estimado*. Os *Preços por mensagem* são definidos por um administrador. *Enviar teste* manda a mensagem a um número seu.

Enquanto ela roda, os números mudam sozinhos, em todas as abas.

- Uma mensagem de prova vai antes das outras. Se a Meta ou o provedor de SMS a recusar, a campanha para.
- *Pausar* segura os próximos envios; *Retomar* continua de onde parou. *Cancelar envio* encerra de vez: o que já foi enviado fica como está.
- Antes de ela começar, *Voltar para rascunho* tira do agendamento para você mudar a mensagem, o público ou a hora.
- *Em espera* quer dizer que ela segue sozinha: quando abrir o horário, o limite de 24 horas da conta passar, o modelo voltar ou o recurso Campanhas da empresa for ligado de novo.
- Enquanto um grupo que define o público é preenchido, ela fica *Agendada* e começa sozinha em seguida. Se em *Grupos de clientes* ele mostra *Falha ao preencher: tentando de novo*, ninguém recebe até que dê certo: ajuste o público do grupo ou escolha *Cancelar envio*.
- Numa campanha dividida, *Por parte* compara quantos de cada parte receberam, leram e responderam.
- *Não confirmados* podem ter recebido. Por isso nunca são reenviados, nem por *Reenviar aos que falharam*.
- Clique numa etapa do funil para ver só aqueles destinatários. Em *Mais ações* você copia a campanha e baixa a lista. *Baixar*, ao lado da busca, leva as campanhas e os números delas para CSV ou XLSX.

Quem responde abre um atendimento com o texto da campanha nele e o arquivo que foi com o texto. Quem responde SAIR, PARAR, PARE ou STOP não recebe mais campanhas por aquele canal; por SMS vale também CANCELAR.`,
  },
  rules: {
    title: 'Regras',
    body: `Uma *regra* age sozinha: *Quando* algo acontece, *Se* a condição for verdade, *Então* ela faz o que você escolheu, na ordem.

- Em *Quando*, escolha o evento: mensagem recebida, ticket aberto, assumido, transferido ou finalizado, cliente que espera há um tempo, cadastro, etiqueta ou campo alterado, campanha respondida.
- Em *Se*, junte condições em grupos: *todas* ou *qualquer*. *contém* procura palavras inteiras, sem ligar para acentos e maiúsculas. *em um fluxo* separa os tickets que um fluxo está respondendo. Sem condição, a regra age em todo evento daquele tipo.
- Em *Então*, acrescente ações: mandar para um departamento, atribuir, voltar para a fila, etiquetar, preencher um campo, enviar uma mensagem ou uma resposta rápida, começar um fluxo, anotar, avisar alguém, finalizar. O que não pode ser feito é pulado, e a execução diz por quê: *já está em um fluxo*, se um fluxo responde no ticket; *não quer receber mensagens por este canal*, se o cliente pediu para sair.
- *Uma vez por ticket* faz a regra agir só na primeira vez. Com *Parar aqui: as de baixo não veem este evento*, o evento termina nela.

As regras são tentadas de cima para baixo, e cada uma vê o que as de cima mudaram. Arraste para mudar a ordem, ou use Alt com as setas.

- A *Bancada* tenta a regra com os últimos 100 eventos, sem fazer nada: quais casaram, o que faltou nos outros e o que ela faria.
- Uma regra que dispararia a si mesma, sozinha ou por meio de outras, não é salva. Se um ciclo chega por importação ou por um fluxo que mudou, ele é interrompido: cada regra age uma vez numa cadeia de causas, que tem no máximo cinco regras.
- Uma regra que age com o mesmo cliente 20 vezes em 10 minutos, ou 200 em um dia, para por um dia com ele, e continua com os outros: talvez outro robô esteja respondendo. Uma nota no ticket avisa, e a execução diz *Parada: vezes demais no mesmo ticket*.
- *Começar fluxo* também inicia um fluxo ativo, mesmo sem ticket aberto. Quem fica de fora aparece em *Execuções*, com o motivo.
- Em *Execuções* fica o que cada regra fez, em que ticket e por quê. Ao lado da conversa, *Regras* mostra o mesmo do ticket aberto.
- Em *Importar e exportar* você leva as regras para outra empresa. Etiquetas, departamentos e pessoas são achados pelo nome, e as regras chegam desligadas.

Uma regra só vê o que acontece depois de ligada. Clientes importados de um arquivo não disparam regras. Uma mensagem de regra não conta como resposta: o cliente continua esperando.`,
  },
  bot: {
    title: 'Robô de conversa',
    body: `O *Robô de conversa* mostra qual fluxo responde a quem escreve: em que números, a que mensagens, em que horário e com que nome.

- Os fluxos são consultados na ordem da lista. O primeiro que serve responde; se nenhum serve, a conversa vai para as pessoas. As setas de cada fluxo o movem para cima ou para baixo.
- *Editar* liga e desliga o fluxo e muda onde e quando ele responde.
- Em *Onde*, escolha um número para ver só o que responde nele.
- Um aviso diz quando um fluxo nunca responde, ou só em parte, porque outro que vem antes fica com as mensagens dele.`,
  },
  flows: {
    title: 'Fluxos',
    body: `Um *fluxo* responde sozinho a quem escreve, passo a passo, e chama uma pessoa quando é preciso. *Novo fluxo* começa por um modelo, em branco ou por um arquivo exportado.

À esquerda ficam os passos que se podem acrescentar; no meio, o fluxo; ao lado, o passo escolhido. *Desenho* e *Lista*, no alto, são duas maneiras de ver o mesmo; no celular há só a lista.

- *Dizer* envia uma mensagem. *Perguntar* espera a resposta e a guarda numa variável. *Caminhos* segue pelo primeiro caso verdadeiro. *Horário* olha o horário do departamento. *Guardar* põe uma etiqueta, um campo do cliente ou uma variável. *Consultar* pergunta a outro sistema. *Pausar* espera. *Encaminhar* chama uma pessoa, e *Encerrar* termina.
- Cada saída precisa de um destino. Numa pergunta, *outra resposta*, *mídia* e *silêncio* também: são o que o cliente faz quando não faz o que você esperava.
- Nos textos, o nome de uma variável entre chaves duplas vira o valor dela. *Variáveis*, em *Mais ações do fluxo*, mostra todas.
- No desenho, arraste um passo da esquerda para o lugar dele, e de uma bolinha até outro passo para dizer aonde a saída leva. Uma saída que leva longe ou para trás mostra o nome do destino: clique nele para ir até lá. *Organizar* arruma tudo.
- Ctrl C, Ctrl X e Ctrl V copiam, recortam e colam os passos escolhidos, também em outro fluxo; no desenho, Shift ou Ctrl com o mouse escolhe vários.
- Na lista, tudo se faz pelo teclado: setas percorrem, Enter edita, D muda o destino, N cria um passo depois, Alt com as setas reordena, Delete remove e Ctrl Z desfaz.

Enquanto você edita, o fluxo inteiro é verificado: nenhuma saída solta, nenhum loop, ninguém preso em silêncio. Cada problema fica no seu passo, e *Ver a conversa* mostra a conversa mais curta em que ele acontece.

*Testar* abre o simulador: escreva como o cliente, toque nas opções, mande uma foto ou a localização, ou deixe o tempo passar. Nada é enviado.

- *Salvar* guarda o rascunho. *Publicar* mostra o que muda para o cliente e só publica o que foi provado. Com conversas em andamento, escolha se seguem na versão delas, passam para a nova ou vão para uma pessoa.
- Em *Versões* você compara o que foi publicado com o que está aberto, e *Voltar a esta* traz uma versão de volta ao rascunho; *Desfazer* devolve o que estava aberto.
- *Onde responde*, na lista, liga o fluxo e diz quando ele responde, em que instâncias e com que nome.`,
  },
  activeFlows: {
    title: 'Fluxos ativos',
    body: `Um *fluxo ativo* escreve primeiro. *Novo fluxo ativo* pede o modelo da *Primeira mensagem*, porque fora das 24 horas só um modelo aprovado pode ser enviado; com um número de SMS, pede um texto, e o fluxo vai só por SMS. Os outros passos se editam como nos outros fluxos, em *Editar passos*.

- Publique o fluxo e ligue-o em *Como começa*. Ali também se escolhem os números de onde ele escreve, o horário, que vale no fuso de cada cliente, e se ele é *Só para quem autorizou*.
- *Novo envio* o inicia para um público ou um grupo, agora ou em uma data, uma vez, todo dia ou toda semana, e diz antes quantos clientes há nele. *Parar* tira da fila quem ainda não recebeu.
- *Ligar campanha* faz quem responde à campanha seguir no fluxo, depois do modelo.
- *Gerar chave* dá a outro sistema uma chave para iniciar o fluxo. A chave só aparece uma vez. A chamada leva “number”, “name” e “key”, que é o nome do pedido: repetida com o mesmo nome, responde o que foi feito dele, sem enviar de novo. Pode levar também “variables”, com valores para as variáveis do fluxo que têm *Valor inicial*.
- Um atendente o inicia por *Iniciar fluxo*, ao lado da conversa. Uma regra também pode.

Cada início aparece em *Clientes*, com o motivo quando não aconteceu: quem espera ou está com uma pessoa, está em outro fluxo, foi bloqueado, não quer mensagens, não autorizou ou está fora do horário fica de fora. Os envios seguem o ritmo e o limite diário do número, como as campanhas.`,
  },
  notices: {
    title: 'Avisos e sons',
    body: `O Balcão avisa quando chega mensagem, quando uma conversa é transferida para você e quando uma transferência é aceita.

- O som e os avisos fora da aba se ligam no menu da sua foto. O navegador pede permissão uma vez.
- Se você recusou, libere os avisos nas configurações do navegador para este endereço.
- O número ao lado de *Atendimento* e no título da aba conta as conversas com mensagens não lidas.`,
  },
  protocol: {
    title: 'Protocolo WhatsApp',
    body: `Cada atendimento tem um número, como 20260312-0007: o dia e a ordem. Ele aparece no alto da conversa.

Digite o número em *Protocolo WhatsApp* para ver de quem é o atendimento e tudo o que aconteceu nele: início, mensagens, transferências e fim, com hora e pessoa.

*Baixar PDF* gera um documento com a conversa inteira, no horário da empresa. Em Configurações dinâmicas, um administrador pode esconder parte do telefone do cliente. Cada PDF baixado fica na auditoria.

Você encontra os atendimentos que pode ver: os seus, os sem dono das suas instâncias e, se for administrador, todos.`,
  },
  reports: {
    title: 'Painéis e relatórios',
    body: `*Painel de controle* e *Dados e análises* mostram o agora (atendimentos em aberto, na fila e sem resposta) e um período ao lado do anterior. O painel começa com o dia de hoje; as análises, com os últimos 30 dias.

- O sinal de ajuda de cada número diz o que ele conta. Embaixo de cada tabela, *O que cada coluna conta* explica as colunas.
- Clique em um número para ver os atendimentos por trás dele. Ao voltar de uma conversa, a lista está como você a deixou.
- *Gráfico* e *Tabela* mostram os mesmos números.
- *Relatório de produtividade* compara atendentes. *Relatório por período* mostra os dias e as pessoas que você escolher.

Dias e horas são os do fuso da empresa. Tudo pode ser baixado em CSV ou Excel.`,
  },
  users: {
    title: 'Usuários',
    body: `Crie usuários em *Novo usuário* ou envie um convite por e-mail: a própria pessoa escolhe a senha.

- O perfil diz o que a pessoa pode abrir. As instâncias dizem de quais números ela atende.
- *Bloquear* impede a entrada e encerra as sessões na hora. As conversas dela ficam sem dono, para outra pessoa assumir.
- *Desconectar* só fecha as sessões abertas.
- *Excluir* não apaga o que a pessoa fez: as conversas e a auditoria continuam.

O limite de usuários da empresa aparece ao lado do título. A empresa precisa de pelo menos um administrador ativo.`,
  },
  roles: {
    title: 'Perfis e permissões',
    body: `Um perfil é um conjunto de telas. Abra o perfil, marque as telas por categoria e confira o que muda antes de salvar.

As mudanças valem na hora, também para quem está com o Balcão aberto: o menu acompanha.

O perfil *administrador* permite tudo e não pode ser reduzido. Duplique um perfil para começar outro parecido. Só é possível excluir um perfil que ninguém usa.`,
  },
  departments: {
    title: 'Departamentos',
    body: `Um departamento junta pessoas e instâncias, com horário, mensagens e a forma de distribuir conversas.

- *Distribuição*: manual, para quem tem menos conversas abertas, ou uma para cada um, em ordem. Só recebe quem está conectado.
- *Limite por atendente*: acima dele, a conversa espera. Uma pessoa ainda pode transferir além dele.
- *Saudação* e *Fora do horário* são mensagens enviadas uma vez por atendimento.
- *Transferir sem resposta após*: oferece a conversa a outra pessoa, que tem o mesmo tempo para aceitar. Depois, a conversa é oferecida à próxima e, sem mais ninguém, volta à fila. Vazio, vale o padrão da empresa.

Nos feriados o departamento fica fechado o dia todo.`,
  },
  instances: {
    title: 'Instâncias',
    body: `Uma instância é um número da empresa, de WhatsApp ou de SMS. Em *Nova instância*, *Canal* diz qual; cada canal tem as suas próprias conversas.

- WhatsApp: informe o identificador do número e o token da Cloud API. O token fica cifrado e não é mostrado de novo: só os últimos caracteres.
- *SMS, pela Twilio*: informe o *Account SID*, o *Número na Twilio* e o *Auth Token*. *SMS, pela Zenvia*: o *Remetente na Zenvia* e o *Token da API*. O teste da conexão também pede ao provedor que avise o Balcão do que chegar: no painel dele não há nada a configurar.
- *WhatsApp, gateway não oficial*: informe o *Endereço do gateway* e a *Chave do gateway*; em *Pareamento*, leia o código QR com o celular da empresa. O código se renova sozinho; se expirar, *Gerar outro código*. Quando o pareamento se perde, a lista e as conversas avisam, e o que for escrito espera alguns minutos antes de falhar. Não há janela de 24 horas, modelos nem campanhas. O que for escrito, editado ou apagado no próprio celular aparece na conversa como *Pelo celular*; o que for escrito conta como resposta. Um gateway que já estava pareado antes de uma atualização do Balcão só avisa do que é editado ou apagado depois de *Testar conexão*.
- *Testar conexão* confirma que o número responde. O estado na lista muda sozinho.
- *Sincronizar mensagens* busca conversas dos dias que você escolher, com o progresso na lista.
- Uma instância desativada não recebe nem envia.
- Sem *API oficial*, a instância fica fora da Meta: não há janela de 24 horas, e ela só envia e recebe depois que um gateway for configurado.`,
  },
  audit: {
    title: 'Acessos e auditoria',
    body: `*Conectados agora* mostra quem está trabalhando, desde quando e de onde.

*Auditoria* guarda quem fez o quê, quando e de qual endereço. Nada pode ser apagado. Filtre por pessoa, ação e período, e baixe o resultado.

Entradas do suporte da plataforma também ficam ali.`,
  },
  settings: {
    title: 'Configurações dinâmicas',
    body: `Ajustes do funcionamento do Balcão na sua empresa: duração das sessões, bloqueio da tela, acesso do suporte, transferência automática e outros.

Cada linha mostra o que vale agora, o padrão, e quem mudou e quando. *Voltar ao padrão* desfaz. A mudança vale na hora, sem reiniciar nada.

Com *Nome do atendente nas mensagens* ligado, o cliente lê o nome da pessoa, como está em *Meu perfil*, antes de cada texto e legenda. No Balcão a mensagem aparece sem ele.

Em *Ajuda* você define quem as pessoas da empresa devem procurar primeiro: aparece na tela Suporte.`,
  },
  account: {
    title: 'Sua conta',
    body: `Em *Meu perfil* você muda nome e foto. Em *Configurações* ficam senha, avisos, idioma e tema.

*Sessões ativas* mostra os navegadores em que você está conectado. Encerre as que não reconhece, ou todas as outras de uma vez, e troque a senha.

Para trocar a senha, informe também a atual. A nova precisa de 8 caracteres ou mais, sem repetições nem sequências como 123 ou abc.`,
  },
  security: {
    title: 'Segurança',
    body: `*Verificação em duas etapas*: leia o código QR com um aplicativo autenticador e confirme com o código de seis dígitos. Guarde os códigos de recuperação: cada um vale uma vez, para quando estiver sem o celular.

A empresa pode exigir a verificação de todos. Quem ainda não tem precisa ativar antes de qualquer outra coisa.

*Bloquear a tela* esconde as conversas sem perder rascunhos nem envios. Para voltar, digite a senha. A tela também se bloqueia sozinha, se você quiser: escolha o tempo em *Configurações*. A empresa pode definir o tempo máximo.

Numa máquina que outros também usam, desmarque *Manter conectado* ao entrar.

Esqueceu a senha? Na entrada, use *Esqueci minha senha*: o link chega por e-mail e vale uma hora.`,
  },
  terms: {
    title: 'Termos de uso',
    body: `Quando a plataforma publica uma versão nova dos termos, cada pessoa precisa ler e aceitar ao entrar. Quem já está trabalhando tem 24 horas.

Guardamos a data, a hora e o endereço do aceite. Em *Termos de uso*, administradores veem quem já aceitou e quem falta.`,
  },
  help: {
    title: 'Ajuda, vídeos e suporte',
    body: `Aperte *?* em qualquer tela para ver os atalhos que funcionam nela. A tela *Ajuda* mostra todos.

*Vídeos de treinamento* traz vídeos curtos. Marque os que já viu: a marca é só sua.

Precisa falar com alguém? Em *Suporte* está quem procurar primeiro na sua empresa e o que informar: protocolo, horário e o código do pedido que aparece nas mensagens de erro.`,
  },
  timeMachine: {
    title: 'Máquina do tempo',
    body: `Para quem investiga um problema. Em *Máquina do tempo*, solte o arquivo que a pessoa salvou em *Relatar problema*: as telas aparecem como ela as viu. O arquivo não sai do seu navegador, e nada do que ele mostra é enviado, gravado ou tocado.

- A régua leva a qualquer momento; as setas do teclado andam um acontecimento por vez. *Reproduzir* anda sozinho.
- Em *Acontecimentos*, filtre por acontecimento ou por ator e veja o que cada um mudou. *Ir para a causa* leva ao acontecimento que pediu aquela resposta.
- *Estados* mostra em que estado está cada ator naquele momento; escolha um para ver seus estados desenhados, o atual e a última mudança.
- *Números* responde *Por que este número?*: que acontecimentos levaram a ele. Onde o registro da própria aba é oferecido, o botão direito (ou a tecla de menu) sobre um contador leva até lá.

O arquivo traz textos e nomes trocados por letras: o que importa é o que aconteceu, e em que ordem. Ele não guarda em que tela a pessoa estava; a tela mostrada é a que os acontecimentos indicam.`,
  },
  companies: {
    title: 'Empresas',
    body: `Para o back-office. A lista mostra uso e limites de cada empresa. Empresas excluídas ficam escondidas e podem ser restauradas.

- *Recursos* ligam e desligam áreas, na hora, para quem está conectado.
- *Entrar como suporte* abre a empresa por tempo limitado, com aviso na tela e registro na auditoria dos dois lados. A empresa pode proibir.
- *Baixar planilhas* traz atendimentos, registros das instâncias e situação dos envios, em CSV ou Excel.`,
  },
  connections: {
    title: 'Conexões',
    body: `Para o back-office. Mostra as instâncias de todas as empresas: estado, última atividade e quantas vezes reconectou.

Uma instância desconectada mostra o motivo dado pelo WhatsApp, como um token que venceu.`,
  },
  maintenance: {
    title: 'Manutenção',
    body: `Para o back-office. Ao ligar, as empresas veem a página de manutenção, com a mensagem e a previsão que você escrever. As mensagens dos clientes continuam chegando.

Ao desligar, cada página volta sozinha para onde estava e nada do que foi digitado se perde. O back-office continua funcionando o tempo todo.`,
  },
};
