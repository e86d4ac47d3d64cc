-- A mail is asked for in the transaction of what it tells of.
grant insert on mail_job to balcao_app;
