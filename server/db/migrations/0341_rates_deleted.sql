-- A price that was set by mistake can be taken out.
grant delete on message_rate to balcao_app;
